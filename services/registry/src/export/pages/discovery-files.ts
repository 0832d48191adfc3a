import { newestListed } from '../../apps/read/home-apps.ts'
import { countSitemapParts, sitemapPages } from '../../apps/read/sitemap-pages.ts'
import type { Queries } from '../../db/database.ts'
import {
  commonPages,
  feedSize,
  feedText,
  sitemapIndexText,
  sitemapText,
} from '../../documents/discovery-documents.ts'
import { pageTexts } from '../../web/texts/page-texts.ts'
import type { SiteFile } from '../site-file.ts'
import { staticAddress } from './static-address.ts'

/** The newest version of an app has no page beside that of the app. */
const appFileOf = (path: string, language: 'en' | 'zh'): string =>
  fileOf(path.split('/').slice(0, 2).join('/'), language)

const fileOf = (path: string, language: 'en' | 'zh'): string => staticAddress(path, language) ?? path

/** Yields what crawlers and feed readers look for: `sitemap.xml`, its parts where it is long, and `feed.xml`. */
export async function* discoveryFiles(db: Queries, address: string): AsyncGenerator<SiteFile> {
  const count = await countSitemapParts(db)
  for (let part = 1; part <= count; part++) {
    const own = part === 1 ? commonPages.map((path) => ({ path })) : []
    const content = sitemapText(address, [...own, ...(await sitemapPages(db, part))], fileOf)
    yield { path: count === 1 ? 'sitemap.xml' : `sitemap/${part}.xml`, content }
  }
  if (count > 1) yield { path: 'sitemap.xml', content: sitemapIndexText(address, count) }
  const title = pageTexts.en.site.name
  yield {
    path: 'feed.xml',
    content: feedText(address, { title, pathIn: appFileOf }, await newestListed(db, feedSize)),
  }
}
