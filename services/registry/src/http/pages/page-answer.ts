import { setCookie } from 'hono/cookie'
import type { JSX } from 'hono/jsx/jsx-runtime'
import type { PageLanguage } from '../../web/texts/page-texts.ts'
import { documentAnswer, lifetimes } from '../document-answer.ts'
import type { DocumentIdentity, RequestContext } from '../env.ts'
import { languageCookie, pageVary, readLanguage } from './page-variant.ts'

const year = 365 * 24 * 60 * 60

/**
 * Responds with a page, which is cached like a document where its address is its canonical path. A language in the
 * address is remembered. `isPersonal` is for what depends on more of the browser than pages usually do.
 */
export async function pageAnswer(
  c: RequestContext,
  identity: DocumentIdentity,
  content: JSX.Element,
  { isPersonal = false }: { isPersonal?: boolean } = {},
): Promise<Response> {
  const chosen = rememberLanguage(c)
  return documentAnswer(c, identity, {
    text: `<!doctype html>\n${await content}\n`,
    type: 'text/html; charset=utf-8',
    // What sets a cookie is for one browser.
    cacheControl: chosen === undefined && !isPersonal ? lifetimes.changing : lifetimes.personal,
    vary: pageVary,
  })
}

/** Returns the language that the address names, and keeps it in a cookie. */
export function rememberLanguage(c: RequestContext): PageLanguage | undefined {
  const chosen = readLanguage(c.req.query('lang'))
  if (chosen !== undefined)
    setCookie(c, languageCookie, chosen, { path: '/', maxAge: year, sameSite: 'Lax', httpOnly: true })
  return chosen
}
