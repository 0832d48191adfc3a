interface SitemapPage {
  /** Below the root of the site. */
  path: string
  updated?: Date | undefined
}

/** Where a site has a page in a language, below its root. */
type PathIn = (path: string, language: 'en' | 'zh') => string

/** A server has all languages at one path. */
const servedPath: PathIn = (path, language) =>
  language === 'en' ? path : `${path}${path.includes('?') ? '&' : '?'}lang=${language}`

/** Pages of people who are signed in, what searches find, and what is for programs. */
const notForCrawlers = ['/account', '/sign-in', '/apps?q=', '/apps?*&q=', '/v1/', '/api/', '/mcp']

export const robotsText = (address: string): string =>
  [
    'User-agent: *',
    ...notForCrawlers.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${address}/sitemap.xml`,
    '',
  ].join('\n')

const xml = '<?xml version="1.0" encoding="UTF-8"?>\n'
const sitemaps = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** Returns the addresses of pages in each language, with the other one beside it. */
export function sitemapText(
  address: string,
  pages: readonly SitemapPage[],
  pathIn: PathIn = servedPath,
): string {
  const entries = pages.map(({ path, updated }) => {
    const english = xmlText(`${address}/${pathIn(path, 'en')}`)
    const chinese = xmlText(`${address}/${pathIn(path, 'zh')}`)
    const alternates = [
      ['en', english],
      ['zh', chinese],
    ].map(([language, url]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${url}"/>`)
    const time = updated === undefined ? '' : `<lastmod>${updated.toISOString()}</lastmod>`
    return [english, chinese].map((url) => `<url><loc>${url}</loc>${time}${alternates.join('')}</url>`)
  })
  return `${xml}<urlset xmlns="${sitemaps}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.flat().join('\n')}\n</urlset>\n`
}

export function sitemapIndexText(address: string, parts: number): string {
  const entries = Array.from({ length: parts }, (_, at) => {
    return `<sitemap><loc>${xmlText(`${address}/sitemap/${at + 1}.xml`)}</loc></sitemap>`
  })
  return `${xml}<sitemapindex xmlns="${sitemaps}">\n${entries.join('\n')}\n</sitemapindex>\n`
}

/** Lets a browser search here from its address bar. */
export const openSearchText = (
  address: string,
  { name, description, icon }: { name: string; description: string; icon: string },
): string =>
  `${xml}<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>cli-apps</ShortName>
<LongName>${xmlText(name)}</LongName>
<Description>${xmlText(description)}</Description>
<InputEncoding>UTF-8</InputEncoding>
<Image type="image/svg+xml">${xmlText(`${address}/${icon}`)}</Image>
<Url type="text/html" template="${xmlText(`${address}/apps?q={searchTerms}`)}"/>
</OpenSearchDescription>
`

/** Versions in the feed. */
export const feedSize = 50

/** Pages that every site has, besides those of apps and playbooks. */
export const commonPages: readonly string[] = ['', 'apps', 'playbooks', 'how-it-works', 'statistics']

interface FeedVersion {
  name: string
  version: string
  display_name: string
  summary: string
  published: Date
}

/** An Atom feed (RFC 4287) of versions, newest first. */
export function feedText(
  address: string,
  { title, pathIn = servedPath }: { title: string; pathIn?: PathIn },
  versions: readonly FeedVersion[],
): string {
  const entries = versions.map(({ name, version, display_name, summary, published }) => {
    const url = xmlText(`${address}/${pathIn(`apps/${name}/${encodeURIComponent(version)}`, 'en')}`)
    return `<entry><id>${url}</id><title>${xmlText(`${display_name} ${version}`)}</title><link href="${url}"/><updated>${published.toISOString()}</updated><summary>${xmlText(summary)}</summary></entry>`
  })
  const updated = versions[0]?.published ?? new Date(0)
  return `${xml}<feed xmlns="http://www.w3.org/2005/Atom">
<id>${xmlText(`${address}/`)}</id>
<title>${xmlText(title)}</title>
<author><name>${xmlText(title)}</name></author>
<link rel="self" href="${xmlText(`${address}/feed.xml`)}"/>
<link href="${xmlText(`${address}/`)}"/>
<updated>${updated.toISOString()}</updated>
${entries.join('\n')}
</feed>
`
}

const escapes: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
}

/** Text for XML 1.0, without the characters that it cannot hold. */
const xmlText = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[<>&"]/g, (letter) => escapes[letter] ?? '')
