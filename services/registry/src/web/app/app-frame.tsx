import { estimateTokens, localizedManifest } from '@cli-apps/core'
import type { Child, FC } from 'hono/jsx'
import { Layout } from '../layout.tsx'
import type { PageProps } from '../page.ts'
import { categoryName } from '../parts/app-list.tsx'
import { dayOf, lineOf, tagsIn } from '../parts/shown-text.ts'
import { Tile } from '../parts/tile.tsx'
import { type AppProps, appPath } from './shown-app.ts'

/** A comparison belongs to the versions. */
type Tab = '' | 'skill' | 'commands' | 'versions' | 'compare'

interface FrameProps extends AppProps {
  title: string
  tab: Tab
  children?: Child
}

/** What all pages of an app share: its name and summary, what happened to it, and links between them. */
export const AppFrame: FC<FrameProps> = ({ page, app, title, tab, children }) => {
  const { summary } = shownTexts({ page, app })
  return (
    <Layout title={title} page={page} description={lineOf(summary)} canonical={canonicalPath(app, tab)}>
      <AppHead page={page} app={app} />
      <Tabs page={page} app={app} tab={tab} />
      {children}
    </Layout>
  )
}

/** The page of the newest version is that of the app. */
function canonicalPath({ document, version }: AppProps['app'], tab: Tab): string | undefined {
  if (version !== undefined && version.entry.version !== document.latest) return undefined
  return ['apps', encodeURIComponent(document.name), tab].filter((part) => part !== '').join('/')
}

/** Name, summary and marks of an app, and what happened to it. `isPart` is for a page that is not of this app. */
export const AppHead: FC<AppProps & { isPart?: boolean }> = ({ page, app, isPart }) => {
  const { document } = app
  const { display_name, summary } = shownTexts({ page, app })
  const Heading = isPart ? 'h2' : 'h1'
  return (
    <>
      <header class="app-head">
        <Tile name={document.name} category={document.category} />
        <div>
          <Heading>{lineOf(display_name)}</Heading>
          <p class="mono">{`${document.name}@${app.version?.entry.version ?? document.latest}`}</p>
        </div>
      </header>
      <p class="lead">{lineOf(summary)}</p>
      <Marks page={page} app={app} isPart={isPart} />
      <Notices page={page} app={app} />
    </>
  )
}

/** Name, summary and description in the language of the page, as far as the manifest has them. */
export function shownTexts({ page, app: { document, version } }: AppProps): {
  display_name: string
  summary: string
  description: string
} {
  return version === undefined ? document : localizedManifest(version.manifest, page.language)
}

const Marks: FC<AppProps & { isPart?: boolean | undefined }> = ({ page, app, isPart }) => {
  const { root, texts } = page
  const { document, version } = app
  const effects = version?.manifest.run?.effects
  const strongest = (['destructive', 'write', 'read'] as const).find((effect) => effects?.[effect]?.length)
  const tags = tagsIn(page.language, document.tags)
  return (
    <ul class="tags">
      <li>
        <a class="tag" href={`${root}/apps?category=${encodeURIComponent(document.category)}`}>
          {categoryName(page, document.category)}
        </a>
      </li>
      {document.license !== null && (
        <li>
          <span class="tag">{lineOf(document.license)}</span>
        </li>
      )}
      {strongest !== undefined && (
        <li>
          <a class={`tag ${strongest}`} href={isPart ? '#effects' : `${root}/${appPath(app)}#effects`}>
            {texts.app.effectNames[strongest]}
          </a>
        </li>
      )}
      {tags.map((tag) => (
        <li>
          <a class="tag" href={`${root}/apps?tag=${encodeURIComponent(tag)}`}>
            {`#${lineOf(tag)}`}
          </a>
        </li>
      ))}
    </ul>
  )
}

const Notices: FC<AppProps> = ({ page, app }) => {
  const { texts, root } = page
  const { document, version } = app
  const { removed } = document
  const { yanked, deprecated } = version?.entry ?? { yanked: null, deprecated: null }
  const isOlder = version !== undefined && version.entry.version !== document.latest
  return (
    <>
      {removed !== null && (
        <Notice isBad>
          <p>
            <strong>{texts.app.removed(dayOf(removed.at))}</strong> {lineOf(removed.message)}
          </p>
          {removed.replacement !== null && (
            <p>
              {texts.app.replacement}:{' '}
              <a href={`${root}/apps?q=${encodeURIComponent(removed.replacement)}`}>{removed.replacement}</a>
            </p>
          )}
          {version === undefined && <p>{texts.app.withheld}</p>}
        </Notice>
      )}
      {yanked !== null && (
        <Notice isBad>
          <p>
            <strong>{texts.app.yanked}</strong> {lineOf(yanked.reason)}
          </p>
        </Notice>
      )}
      {deprecated !== null && (
        <Notice>
          <p>
            <strong>{texts.app.deprecated}</strong> {lineOf(deprecated.message)}
          </p>
        </Notice>
      )}
      {isOlder && (
        <Notice>
          <p>
            <a href={`${root}/apps/${encodeURIComponent(document.name)}`}>
              {texts.app.older(document.latest)}
            </a>
          </p>
        </Notice>
      )}
    </>
  )
}

const Notice: FC<{ isBad?: boolean; children?: Child }> = ({ isBad, children }) => (
  <div class={isBad ? 'notice bad' : 'notice'} role="note">
    {children}
  </div>
)

const Tabs: FC<AppProps & { tab: Tab }> = ({ page, app, tab }) => {
  const { root, texts } = page
  const { version, document } = app
  if (version === undefined) return null
  const tabs: readonly (readonly [tab: Tab, text: string, note: string, path: string])[] = [
    ['', texts.app.overview, '', appPath(app)],
    ['skill', texts.app.skill, skillTokens(page, version.skill), appPath(app, 'skill')],
    ...(version.programs.length > 0
      ? [['commands', texts.app.commands, '', appPath(app, 'commands')] as const]
      : []),
    [
      'versions',
      texts.app.versions,
      texts.number(document.versions.length),
      `apps/${encodeURIComponent(document.name)}/versions`,
    ],
  ]
  return (
    <nav class="tabs" aria-label={texts.app.tabs}>
      {tabs.map(([id, text, note, path]) => (
        <a
          href={`${root}/${path}`}
          aria-current={id === (tab === 'compare' ? 'versions' : tab) ? 'page' : undefined}
        >
          {text} {note !== '' && <span class="quiet small">{note}</span>}
        </a>
      ))}
    </nav>
  )
}

/** The estimated tokens of a skill, in words. */
export const skillTokens = ({ texts }: PageProps['page'], skill: string): string =>
  texts.app.tokens(estimateTokens(skill))
