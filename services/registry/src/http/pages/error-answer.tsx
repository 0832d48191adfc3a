import type { Problem } from '@cli-apps/core'
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
  (deps: Pick<Deps, 'publicUrl'> & { isStatic?: boolean | undefined }) =>
  async (c: RequestContext, problem: Problem): Promise<Response> => {
    if (!prefersHtml(c) || forPrograms.test(c.req.path)) return problemAnswer(c, problem)
    const page = await (<ErrorPage page={pageOf(c, deps)} problem={problem} typed={c.get('typed')} />)
    return c.body(`<!doctype html>\n${page}\n`, problem.status as 400, {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      Vary: pageVary,
    })
  }
