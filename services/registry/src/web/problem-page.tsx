import type { FC } from 'hono/jsx'
import { Layout, type PageProps } from './layout.tsx'

/** `/problems/{code}`: what the `type` of a problem document leads to. */
export const ProblemPage: FC<PageProps & { code: string }> = ({ code, root }) => (
  <Layout title={`${code} · cli-apps registry`} root={root}>
    <h1>
      Problem <code>{code}</code>
    </h1>
    <p>
      This is a kind of failure. The problem document that named it (<code>application/problem+json</code>,
      RFC 9457) says what happened in <code>detail</code>, one next step in <code>hint</code>, and every
      single fault, where there are several, in <code>issues</code>. The code stays the same from version to
      version; the sentences may not.
    </p>
    <h2>What the status says</h2>
    <dl class="facts">
      {families.map(([status, meaning]) => (
        <>
          <dt>{status}</dt>
          <dd>{meaning}</dd>
        </>
      ))}
    </dl>
    <p>
      <a href={`${root}/docs/schemas/Problem`}>All keys of a problem document</a>
    </p>
  </Layout>
)

const families: readonly (readonly [status: string, meaning: string])[] = [
  ['400', 'The request is malformed: mend it as issues says.'],
  ['401, 403', 'Nobody is known by that token, or he may not do this.'],
  ['404', 'There is no such thing; the hint names what is near.'],
  ['409', 'It is taken, or changed meanwhile.'],
  ['413, 429', 'Too large, or too many; Retry-After says when to come back.'],
  ['422', 'The content breaks rules: each issue has its rule and path.'],
  ['503', 'Not available for the moment: ask again later.'],
  ['500', 'A bug of the registry. The X-Request-Id of the answer finds it in its log.'],
]
