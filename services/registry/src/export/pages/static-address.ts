import type { PageLanguage } from '../../web/texts/page-texts.ts'

/** Addresses of pages that a static site has; the others need a server. */
const pagePath = /^(?:$|(?:apps|playbooks)(?:\/|$)|publishers\/|(?:how-it-works|statistics|404)$)/

/**
 * Returns the file that a static site has for a page, both as in URLs below the root without a leading slash; `undefined`
 * for what is no page. A query remains where the search in the browser reads it.
 */
export function staticAddress(address: string, language: PageLanguage): string | undefined {
  const { path, query } = addressParts(address)
  if (!pagePath.test(path)) return undefined
  const file = fileOf(path, query)
  return language === 'en' ? file : `${language}/${file}`
}

/** A path below the root without its trailing slash, and the query without what only a server needs. */
export function addressParts(address: string): { path: string; query: URLSearchParams } {
  const [path = '', text = ''] = address.split('?')
  const query = new URLSearchParams(text)
  query.delete('lang')
  return { path: path.replace(/\/$/, ''), query }
}

function fileOf(path: string, query: URLSearchParams): string {
  if (path === '') return 'index.html'
  if (path === 'apps') return listFile(query)
  if (/^apps\/.+\/commands$/.test(path) && query.has('program'))
    return `${[path, ...[query.get('program') ?? '', ...query.getAll('at')].map(fileName)].join('/')}.html`
  return `${path}.html`
}

/** A category and the list by age have files of their own; every other list is one that the browser makes. */
function listFile(query: URLSearchParams): string {
  const category = query.get('category')
  if (category !== null && query.size === 1) return `categories/${encodeURIComponent(category)}.html`
  if (query.get('sort') === 'updated' && query.size === 1) return 'updated.html'
  return query.size === 0 ? 'apps.html' : `apps.html?${query}`
}

/**
 * The name of a command as that of a file, encoded as in URLs: capital letters are marked, because many file systems do not
 * tell them apart, and names that lead elsewhere, too.
 */
const fileName = (name: string): string =>
  encodeURIComponent(
    encodeURIComponent(name.replace(/[A-Z_]/g, (letter) => `_${letter.toLowerCase()}`)).replaceAll(
      '.',
      '%2E',
    ),
  )
