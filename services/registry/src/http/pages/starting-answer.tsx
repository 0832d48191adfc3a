import { StartingPage } from '../../web/site/starting-page.tsx'
import { pageTexts } from '../../web/texts/page-texts.ts'
import type { RequestContext } from '../env.ts'
import { pageLanguage, pageVary } from './page-variant.ts'

/** For a browser while the server starts: a page that asks again until there is another one. */
export async function startingAnswer(c: RequestContext): Promise<Response> {
  const page = await (<StartingPage texts={pageTexts[pageLanguage(c)]} />)
  return c.body(`<!doctype html>\n${page}\n`, 503, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'Cache-Control': 'no-store',
    Refresh: '2',
    Vary: pageVary,
  })
}
