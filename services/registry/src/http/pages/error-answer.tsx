import type { Problem, SearchItem } from '@cli-apps/core'
import type { Deps } from '../../deps.ts'
import { ErrorPage } from '../../web/site/error-page.tsx'
import type { RequestContext } from '../env.ts'
import { problemAnswer } from '../problem-handler.ts'
import { pageOf } from './page-of.ts'
import { pageVary, prefersHtml } from './page-variant.ts'

/** Addresses that are for programs, whoever asks. */
const forPrograms = /^\/(?:v1|api|mcp|\.well-known)(?:\/|$)/

/** Returns a failure as a page where a browser asks for one, and as a problem document to programs. */
export const errorAnswer =
  (
    deps: Pick<Deps, 'publicUrl' | 'contact'> & { isStatic?: boolean | undefined },
    findSimilar: (name: string) => Promise<SearchItem[]> = async () => [],
  ) =>
  async (c: RequestContext, problem: Problem): Promise<Response> => {
    if (!prefersHtml(c) || forPrograms.test(c.req.path)) return problemAnswer(c, problem)
    const page = await (
      <ErrorPage
        page={pageOf(c, deps)}
        problem={problem}
        typed={c.get('typed')}
        similar={await appsLike(c, problem, findSimilar)}
      />
    )
    return c.body(`<!doctype html>\n${page}\n`, problem.status as 400, {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      Vary: pageVary,
    })
  }

/** Returns apps in the place of an unknown one. A failure has its page also without. */
async function appsLike(
  c: RequestContext,
  { code }: Problem,
  find: (name: string) => Promise<SearchItem[]>,
): Promise<SearchItem[]> {
  const { name } = c.req.param() as { name?: string }
  if (code !== 'app.unknown' || name === undefined) return []
  return find(name).catch(() => [])
}
