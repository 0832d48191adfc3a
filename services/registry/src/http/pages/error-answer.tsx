import type { Problem, SearchItem } from '@cli-apps/core'
import { searchApps } from '../../apps/search/search-apps.ts'
import type { Deps } from '../../deps.ts'
import { ErrorPage } from '../../web/site/error-page.tsx'
import type { RequestContext } from '../env.ts'
import { problemAnswer } from '../problem-handler.ts'
import { pageOf } from './page-of.ts'
import { pageVary, prefersHtml } from './page-variant.ts'

/** Addresses that are for programs, whoever asks. */
const forPrograms = /^\/(?:v1|api|mcp|\.well-known)(?:\/|$)/

type ErrorDeps = Pick<Deps, 'publicUrl' | 'contact' | 'reads' | 'searchIndex'> & {
  isStatic?: boolean | undefined
}

/** Returns a failure as a page where a browser asks for one, and as a problem document to programs. */
export const errorAnswer =
  (deps: ErrorDeps) =>
  async (c: RequestContext, problem: Problem): Promise<Response> => {
    if (!prefersHtml(c) || forPrograms.test(c.req.path)) return problemAnswer(c, problem)
    const page = await (
      <ErrorPage
        page={pageOf(c, deps)}
        problem={problem}
        typed={c.get('typed')}
        similar={await similarApps(deps, c, problem)}
      />
    )
    return c.body(`<!doctype html>\n${page}\n`, problem.status as 400, {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      Vary: pageVary,
    })
  }

const mostSimilar = 5

/** Returns what a search for the name of an unknown app finds; a failure has its page also without. */
async function similarApps(deps: ErrorDeps, c: RequestContext, { code }: Problem): Promise<SearchItem[]> {
  const { name } = c.req.param() as { name?: string }
  if (code !== 'app.unknown' || name === undefined || name.length > 100 || name.includes('\0')) return []
  try {
    return (await searchApps(deps, { q: name, limit: mostSimilar })).items
  } catch {
    return []
  }
}
