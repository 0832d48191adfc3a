import type { Problem } from '@cli-apps/core'
import type { FC } from 'hono/jsx'
import { Layout } from '../layout.tsx'
import type { Page, PageProps } from '../page.ts'
import { SearchForm } from '../parts/search-form.tsx'
import { lineOf } from '../parts/shown-text.ts'

/** A failure for people: what happened, and what they can do. */
export const ErrorPage: FC<PageProps & { problem: Problem }> = ({ page, problem }) => {
  const { root, texts } = page
  const { status, code, detail, hint, issues = [] } = problem
  const nearest = nearestOf(problem)
  const title = titleOf(page, status)
  return (
    <Layout title={title} page={page} hasSearch>
      <h1>{title}</h1>
      <p class="lead" lang="en">
        {lineOf(detail)}
      </p>
      {nearest.length > 0 ? (
        <>
          <p>{texts.errors.near}</p>
          <ul>
            {nearest.map((name) => (
              <li>
                <a href={`${root}/apps/${encodeURIComponent(name)}`}>{name}</a>
              </li>
            ))}
          </ul>
        </>
      ) : (
        hint !== undefined && <p lang="en">{lineOf(hint)}</p>
      )}
      {issues.length > 0 && (
        <ul lang="en">
          {issues.map(({ path, message }) => (
            <li>
              <code>{lineOf(path)}</code> {lineOf(message)}
            </li>
          ))}
        </ul>
      )}
      <p>{texts.errors.search}</p>
      <SearchForm page={page} id="search" isLarge isLive />
      <div id="results" aria-live="polite" />
      <p class="quiet small">
        {texts.errors.status} {status} · {texts.errors.code}{' '}
        <a href={`${root}/problems/${encodeURIComponent(code)}`}>{code}</a> ·{' '}
        <a href={`${root}/`}>{texts.errors.home}</a>
      </p>
    </Layout>
  )
}

function titleOf({ texts: { errors } }: Page, status: number): string {
  if (status === 404 || status === 410) return errors.title
  if (status === 429) return errors.limited
  if (status === 503) return errors.away
  return status >= 500 ? errors.bug : errors.invalid
}

/** The names of similar apps, where the problem has them. */
function nearestOf({ details }: Problem): string[] {
  const nearest = details?.nearest
  return Array.isArray(nearest) ? nearest.filter((name) => typeof name === 'string') : []
}
