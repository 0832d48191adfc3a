import type { JSX } from 'hono/jsx/jsx-runtime'
import type { RequestContext } from '../env.ts'
import { rememberLanguage } from './page-answer.ts'
import { pageVary } from './page-variant.ts'

/** Responds with a page for the person who asks, which no cache may keep. */
export async function privatePage(
  c: RequestContext,
  content: JSX.Element,
  status: number = 200,
): Promise<Response> {
  rememberLanguage(c)
  return c.body(`<!doctype html>\n${await content}\n`, status as 200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    Vary: pageVary,
  })
}

/** Leads to another page after a form, or before a sign-in. `to` is relative to the request. */
export function seeOther(c: RequestContext, to: string): Response {
  c.header('Cache-Control', 'no-store')
  return c.redirect(to, 303)
}
