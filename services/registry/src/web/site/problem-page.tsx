import type { FC } from 'hono/jsx'
import { Layout } from '../layout.tsx'
import type { PageProps } from '../page.ts'

/** `/problems/{code}`: the page that the `type` of a problem document links to. */
export const ProblemPage: FC<PageProps & { code: string }> = ({ code, page }) => (
  <Layout title={code} page={page} isEnglishOnly>
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
      <a href={`${page.root}/docs/schemas/Problem`}>All keys of a problem document</a>
    </p>
  </Layout>
)

const families: readonly (readonly [status: string, meaning: string])[] = [
  ['400', 'The request is malformed: fix it as issues describes.'],
  ['401, 403', 'The token is not valid, or does not allow this.'],
  ['404', 'Not found; the hint lists similar names.'],
  ['409', 'Conflict: the name is taken, or the content changed.'],
  ['413, 429', 'Too large, or too many requests; Retry-After says when to try again.'],
  ['422', 'The content breaks rules: each issue has its rule and path.'],
  ['503', 'Temporarily not available: try again later.'],
  ['500', 'A bug of the registry. Find it in the log by the X-Request-Id of the response.'],
]
