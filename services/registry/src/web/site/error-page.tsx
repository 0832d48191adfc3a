import type { Problem } from '@cli-apps/core'
import type { FC } from 'hono/jsx'
import { Layout } from '../layout.tsx'
import type { Page, PageProps } from '../page.ts'
import { AppList, type CardApp } from '../parts/app-list.tsx'
import { IssueList } from '../parts/issue-list.tsx'
import { SearchForm } from '../parts/search-form.tsx'
import { SearchResults } from '../parts/search-results.tsx'
import { lineOf } from '../parts/shown-text.ts'
import { failureFor } from './failure.ts'

interface ErrorProps extends PageProps {
  problem: Problem
  /** The fields of the form that failed. */
  typed?: Readonly<Record<string, string>> | undefined
  /** What a search for the name of an unknown app finds. */
  similar?: readonly CardApp[]
}

/** A failure for people: what happened, and what they can do. */
export const ErrorPage: FC<ErrorProps> = ({ page, problem, typed = {}, similar = [] }) => {
  const { root, texts } = page
  const { status, code, issues = [] } = problem
  const title = titleOf(page, status)
  return (
    <Layout title={title} page={page} canonical={null} hasSearch>
      <h1>{title}</h1>
      <What page={page} problem={problem} />
      {similar.length > 0 && (
        <section>
          <h2>{texts.errors.similar}</h2>
          <AppList page={page} apps={similar.map(({ recipes: _, ...app }) => app)} isWide />
        </section>
      )}
      <IssueList issues={issues} />
      {status === 401 && (
        <p>
          <a class="button" href={`${root}/sign-in?to=${encodeURIComponent(page.path)}`}>
            {texts.account.signIn.again}
          </a>
        </p>
      )}
      <Typed page={page} fields={typed} />
      <p>{texts.errors.search}</p>
      <SearchForm page={page} id="search" isLarge isLive />
      <SearchResults page={page} />
      <p class="quiet small">
        {texts.errors.status} {status} · {texts.errors.code}{' '}
        {page.isStatic ? code : <a href={`${root}/problems/${encodeURIComponent(code)}`}>{code}</a>} ·{' '}
        <a href={`${root}/`}>{texts.errors.home}</a>
      </p>
    </Layout>
  )
}

/** What happened and where to go on: in words for people, or else as the problem document says it. */
const What: FC<PageProps & { problem: Problem }> = ({ page, problem }) => {
  const failure = failureFor(page, problem)
  const links = [...failure.links, ...nearestLinks(problem)]
  return (
    <>
      {failure.text === undefined ? (
        <p class="lead" lang="en">
          {lineOf(problem.detail)}
        </p>
      ) : (
        <p class="lead">{failure.text}</p>
      )}
      {links.length > 0 ? (
        <ul>
          {links.map(({ to, text }) => (
            <li>
              <a href={`${page.root}/${to}`}>{text}</a>
            </li>
          ))}
        </ul>
      ) : (
        failure.text === undefined && problem.hint !== undefined && <p lang="en">{lineOf(problem.hint)}</p>
      )}
    </>
  )
}

/** What was typed into a form that failed, so that it can be sent again. */
const Typed: FC<PageProps & { fields: Readonly<Record<string, string>> }> = ({ page, fields }) => {
  const { signIn } = page.texts.account
  const shown = Object.entries(fields).filter(([, value]) => value !== '')
  if (shown.length === 0) return null
  return (
    <section class="typed">
      <h2>{signIn.typed}</h2>
      <p>{signIn.typedHint}</p>
      {shown.map(([name, value], at) => (
        <div class="field">
          <label for={`typed-${at}`}>{lineOf(name, 100)}</label>
          <textarea id={`typed-${at}`} readonly>
            {`\n${value}`}
          </textarea>
        </div>
      ))}
    </section>
  )
}

function titleOf({ texts: { errors } }: Page, status: number): string {
  if (status === 404 || status === 410) return errors.title
  if (status === 401) return errors.signedOut
  if (status === 403) return errors.forbidden
  if (status === 429) return errors.limited
  if (status === 503) return errors.away
  return status >= 500 ? errors.bug : errors.invalid
}

/** Links to what a mistyped name may have meant. */
function nearestLinks({ code, details }: Problem): { to: string; text: string }[] {
  const nearest = Array.isArray(details?.nearest) ? details.nearest : []
  const folder = code.startsWith('playbook.') ? 'playbooks' : 'apps'
  return nearest
    .filter((name) => typeof name === 'string')
    .map((name) => ({ to: `${folder}/${encodeURIComponent(name)}`, text: name }))
}
