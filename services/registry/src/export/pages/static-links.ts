import type { PageLanguage } from '../../web/texts/page-texts.ts'
import { addressParts } from './static-address.ts'

interface LinkedPage {
  /** Where the server has the page, below the root. */
  address: string
  language: PageLanguage
  /** Where the static site has it. */
  file: string
  /** The file of another page; `undefined` for what is no page. */
  fileOf: (address: string, language: PageLanguage) => string | undefined
  /** Path of the site's root, for a page that is shown at any address; otherwise links are relative. */
  root?: string | undefined
}

/** In the text of a page, quotation marks are escaped, so that this finds attributes only. */
const linkAttribute = / (href|src|action)="([^"]*)"/g
const base = 'http://site.invalid/'

/** Changes the links of a page that the server renders to those between the files of a static site. */
export function staticLinks(html: string, page: LinkedPage): string {
  return html.replace(linkAttribute, (whole, name: string, value: string) => {
    const target = targetOf(unescaped(value), page)
    return target === undefined ? whole : ` ${name}="${target.replaceAll('&', '&amp;')}"`
  })
}

/** The addresses of the pages that a page links to, in its own language. */
export function linkedPages(html: string, address: string): string[] {
  return [...html.matchAll(linkAttribute)].flatMap(([, , value = '']) => {
    const url = urlIn(unescaped(value), address)
    return url === undefined || url.searchParams.has('lang') ? [] : [addressIn(url)]
  })
}

/** What stands for a character that may not stand in an attribute of an address. */
const unescaped = (value: string): string => value.replaceAll('&#39;', "'").replaceAll('&amp;', '&')

function targetOf(value: string, { address, language, file, fileOf, root }: LinkedPage): string | undefined {
  const url = urlIn(value, address)
  if (url === undefined) return undefined
  const other = url.searchParams.get('lang')
  const linked = fileOf(addressIn(url), other === 'en' || other === 'zh' ? other : language)
  const target = linked ?? `${url.pathname.slice(1)}${url.search}`
  return `${root === undefined ? relative(file, target) : `${root}${target}`}${url.hash}`
}

/** The URL of a link inside the site; a fragment alone is one of the page itself. */
function urlIn(value: string, address: string): URL | undefined {
  if (value.startsWith('#') || value === '') return undefined
  const url = new URL(value, `${base}${address}`)
  return url.href.startsWith(base) ? url : undefined
}

function addressIn(url: URL): string {
  const { path, query } = addressParts(`${url.pathname.slice(1)}${url.search}`)
  return query.size === 0 ? path : `${path}?${query}`
}

/** The relative path from one file to another. */
function relative(from: string, to: string): string {
  const [here, there] = [from.split('/').slice(0, -1), to.split('/')]
  let shared = 0
  while (shared < here.length && shared < there.length - 1 && here[shared] === there[shared]) shared++
  return [...here.slice(shared).map(() => '..'), ...there.slice(shared)].join('/')
}
