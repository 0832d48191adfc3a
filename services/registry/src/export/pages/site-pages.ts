import { isAppError, toProblem } from '@cli-apps/core'
import { Hono } from 'hono'
import { getAppView } from '../../apps/read/get-app-view.ts'
import { databaseIndex } from '../../db/queries/find-search-rows.ts'
import type { Env } from '../../http/env.ts'
import { errorAnswer } from '../../http/pages/error-answer.tsx'
import { languageCookie } from '../../http/pages/page-variant.ts'
import { notFoundHandler } from '../../http/problem-handler.ts'
import { appPageRoutes } from '../../routes/pages/app-pages.tsx'
import { catalogPageRoutes } from '../../routes/pages/catalog-pages.tsx'
import type { PageDeps } from '../../routes/pages/page-deps.ts'
import { playbookPageRoutes } from '../../routes/pages/playbook-pages.tsx'
import { sitePageRoutes } from '../../routes/pages/site-pages.tsx'
import type { PageLanguage } from '../../web/texts/page-texts.ts'
import type { SiteFile } from '../site-file.ts'
import { addressParts, staticAddress } from './static-address.ts'
import { linkedPages, staticLinks } from './static-links.ts'

const languages: readonly PageLanguage[] = ['en', 'zh']

/** What file servers respond with for what they do not have. */
const missing = '404'

/**
 * Yields every page that a visitor can reach by links from the start page, as the server renders it, in each language.
 * Links lead from file to file, so that the site works in any folder of any file server. An address that the server
 * refuses has the page that says why.
 */
export async function* sitePages(
  given: Pick<PageDeps, 'reads' | 'now' | 'signer' | 'contact'> & { publicUrl: string },
): AsyncGenerator<SiteFile> {
  const searchIndex = async () => databaseIndex(given.reads())
  const deps = { ...given, searchIndex, isStatic: true }
  const routes = pageRoutes(deps)
  const fileOf = createFileOf()
  const rootPath = `${new URL(deps.publicUrl).pathname.replace(/\/$/, '')}/`
  const render = async (address: string, language: PageLanguage): Promise<Rendered> => {
    const headers = { accept: 'text/html', cookie: `${languageCookie}=${language}` }
    const html = await (await routes.request(`/${address}`, { headers })).text()
    const file = fileOf(address, language) ?? ''
    const root = address === missing ? rootPath : undefined
    const content = staticLinks(html, { address, language, file, fileOf, root })
    return { file: { path: file, content }, links: linkedPages(html, address) }
  }
  const waiting = ['', missing]
  // By file: two addresses may be one page.
  const known = new Set(waiting.map((address) => fileOf(address, 'en')))
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    const links = new Set<string>()
    for (const language of languages) {
      const rendered = await render(address, language)
      yield rendered.file
      for (const link of rendered.links) links.add(link)
    }
    const own = `${address.split('/').slice(0, 2).join('/')}/`
    for (const link of links) {
      const file = fileOf(link, 'en')
      if (file === undefined || file.includes('?') || known.has(file)) continue
      known.add(file)
      // The pages of one app after each other, which show the same.
      if (link.startsWith(own)) waiting.unshift(link)
      else waiting.push(link)
    }
  }
}

interface Rendered {
  file: SiteFile
  /** Addresses of the pages that it links to. */
  links: readonly string[]
}

/** Only the pages, without what protects a server. */
function pageRoutes(deps: PageDeps): Hono<Env> {
  const routes = new Hono<Env>()
  routes.route('/', catalogPageRoutes(deps))
  routes.route('/', appPageRoutes(deps, keepLast(getAppView)))
  routes.route('/', playbookPageRoutes(deps))
  routes.route('/', sitePageRoutes(deps))
  const refused = errorAnswer(deps)
  routes.onError((error, c) => {
    // Anything else is a fault, and a site with such a page is worse than none.
    if (!isAppError(error)) throw error
    return refused(c, toProblem(error, c.req.path))
  })
  routes.notFound(notFoundHandler(refused))
  return routes
}

/** Answers the same question again with the same promise. */
function keepLast(view: typeof getAppView): typeof getAppView {
  let last: { key: string; view: ReturnType<typeof getAppView> } | undefined
  return (db, question) => {
    const key = JSON.stringify(question)
    if (last?.key !== key) last = { key, view: view(db, question) }
    return last.view
  }
}

/** Gives the following pages of a list numbers, in the place of the positions by which the server knows them. */
function createFileOf(): (address: string, language: PageLanguage) => string | undefined {
  const numbers = new Map<string, Map<string, number>>()
  return (address, language) => {
    const { path, query } = addressParts(address)
    const position = query.get('cursor') ?? query.get('after')
    query.delete('cursor')
    query.delete('after')
    const first = staticAddress(query.size === 0 ? path : `${path}?${query}`, language)
    if (position === null || first === undefined || first.includes('?')) return first
    const list = `${path}?${query}`
    const known = numbers.get(list) ?? new Map<string, number>()
    numbers.set(list, known)
    const number = known.get(position) ?? known.size + 2
    known.set(position, number)
    // An app or a playbook may have any name, also that of a number.
    const folder = first.replace(/\.html$/, '').replace(/^(zh\/)?(apps|playbooks)$/, '$1all-$2')
    return `${folder}/${number}.html`
  }
}
