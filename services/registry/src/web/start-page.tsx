import type { AppPage } from '@cli-apps/core'
import type { FC } from 'hono/jsx'
import { Layout, type PageProps } from './layout.tsx'

interface StartProps extends PageProps {
  /** Number of apps. */
  count: number
  newest: AppPage['items']
  /** The URL where clients reach the registry. */
  address: string
}

/** `/`: what this registry is, with links to everything else. */
export const StartPage: FC<StartProps> = ({ count, newest, address, root }) => (
  <Layout title="cli-apps registry" root={root}>
    <h1>A registry of command-line apps for agents</h1>
    <p>
      {count === 1 ? 'One app' : `${count.toLocaleString('en')} apps`}: each a manifest that says what a
      program is for, how to install it on a host, and how an agent calls it.
    </p>
    <h2>Use it</h2>
    <pre>
      <code>{`export CLI_APPS_REGISTRY=${address}\nnpx cli-apps search "format code"\nnpx cli-apps install prettier`}</code>
    </pre>
    <dl class="facts">
      <dt>HTTP</dt>
      <dd>
        <a href={`${root}/docs`}>the API</a>, as <a href={`${root}/openapi.json`}>OpenAPI 3.1</a>
      </dd>
      <dt>MCP</dt>
      <dd>
        Streamable HTTP at <code>{`${address}/mcp`}</code>: search_apps, get_app, resolve_app
      </dd>
      <dt>Documents</dt>
      <dd>
        <a href={`${root}/v1/index.json`}>every app</a>, <a href={`${root}/v1/categories.json`}>categories</a>
        , <a href={`${root}/v1/schema/app.json`}>JSON Schema of manifests</a>,{' '}
        <a href={`${root}/v1/keys.json`}>signing keys</a>
      </dd>
    </dl>
    {newest.length > 0 && <h2>New and changed</h2>}
    <ul class="plain rows">
      {newest.map(({ name, latest, display_name, summary }) => (
        <li>
          <a href={`${root}/v1/apps/${encodeURIComponent(name)}.json`}>{display_name}</a>{' '}
          <code class="quiet">{`${name}@${latest}`}</code>
          <p>{summary}</p>
        </li>
      ))}
    </ul>
  </Layout>
)
