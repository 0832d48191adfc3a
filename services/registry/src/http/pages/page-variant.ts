import { getCookie } from 'hono/cookie'
import { parseAccept } from 'hono/utils/accept'
import type { PageLanguage } from '../../web/texts/page-texts.ts'
import type { RequestContext } from '../env.ts'

/** The addresses whose response depends on the language, the cookie, whether a browser asks, or the address of the site. */
const pageAddress =
  /^\/(?:[?]|$|(?:apps|playbooks|publishers|how-it-works|statistics|publishing|docs|problems|sitemap|sitemap\.xml|robots\.txt|opensearch\.xml|feed\.xml)(?:[/?]|$))/

export const languageCookie = 'lang'

/** What the responses to page addresses depend on besides the address. */
export const pageVary = 'Accept, Accept-Language, Cookie'

/** Whether the client asks for a page: it names HTML and does not prefer JSON. */
export function prefersHtml(c: RequestContext): boolean {
  const accepted = parseAccept(headerOf(c, 'accept'))
  const weightOf = (type: string): number => accepted.find((one) => one.type === type)?.q ?? 0
  return weightOf('text/html') > 0 && weightOf('text/html') >= weightOf('application/json')
}

/** The beginning, which is all that browsers send. */
const headerOf = (c: RequestContext, name: string): string => (c.req.header(name) ?? '').slice(0, 1000)

/** The language of a page: that of its address, else the one chosen before, else the browser's. */
export function pageLanguage(c: RequestContext): PageLanguage {
  const chosen = readLanguage(c.req.query('lang')) ?? readLanguage(getCookie(c, languageCookie))
  if (chosen !== undefined) return chosen
  const accepted = parseAccept(headerOf(c, 'accept-language')).sort((a, b) => b.q - a.q)
  for (const { type } of accepted) {
    const known = readLanguage(type.toLowerCase().split('-')[0])
    if (known !== undefined) return known
  }
  return 'en'
}

export const readLanguage = (text: string | undefined): PageLanguage | undefined =>
  text === 'en' || text === 'zh' ? text : undefined

/**
 * Where a response is cached: its address, and for a page everything that changes it. Documents, the most common
 * requests, need only the address.
 */
export function cacheKeyOf(c: RequestContext, address: string): string {
  if (!pageAddress.test(address)) return address
  const { origin } = new URL(c.req.url)
  return [address, prefersHtml(c) ? 'html' : 'any', pageLanguage(c), origin].join(' ')
}
