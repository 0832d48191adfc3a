import {
  AppDocument,
  CommandNode,
  isAppName,
  NotFoundError,
  parseJson,
  VersionDocument,
  versionDocumentText,
} from '@cli-apps/core'
import { Hono } from 'hono'
import * as z from 'zod'
import { compareManifests } from '../../apps/read/compare-manifests.ts'
import { getAppDocument, getVersion } from '../../apps/read/get-app.ts'
import { getAppView } from '../../apps/read/get-app-view.ts'
import { getVersionDocument } from '../../apps/read/get-version-document.ts'
import { documentAnswer, lifetimes } from '../../http/document-answer.ts'
import type { Env, RequestContext } from '../../http/env.ts'
import { addressOf } from '../../http/pages/address-of.ts'
import { pageAnswer } from '../../http/pages/page-answer.ts'
import { pageOf } from '../../http/pages/page-of.ts'
import { pageVary, prefersHtml } from '../../http/pages/page-variant.ts'
import { CommandsPage } from '../../web/app/commands-page.tsx'
import { ComparePage } from '../../web/app/compare-page.tsx'
import { OverviewPage } from '../../web/app/overview-page.tsx'
import { SkillTextPage } from '../../web/app/skill-page.tsx'
import { VersionsPage } from '../../web/app/versions-page.tsx'
import { rootFrom } from '../../web/page.ts'
import type { PageDeps } from './page-deps.ts'
import { pageOperation } from './page-operation.ts'

const program = z.string().max(100).optional().describe('One of the programs of the app')
const at = z.string().max(200).optional().describe('A command to start at; one parameter per name')

const app = pageOperation('getAppPage', 'An app', { json: AppDocument })
const versions = pageOperation('getVersionsPage', 'The versions of an app')
const compared = z.string().max(200).optional()
const compare = pageOperation('getComparePage', 'What differs between two versions of an app', {
  query: {
    from: compared.describe('A version; the one before the other when absent'),
    to: compared.describe('A version; the latest when absent'),
  },
})
const version = pageOperation('getVersionPage', 'One version of an app', { json: VersionDocument })
const subpages = [
  { kind: 'skill', query: {}, id: 'Skill', what: 'The skill of' },
  { kind: 'commands', query: { program, at }, id: 'Commands', what: 'The commands and options of' },
] as const

interface Requested {
  name: string
  version?: string | undefined
}

interface Viewer extends PageDeps {
  getView: typeof getAppView
}

/** How old the counts of downloads and installs on a page may be. */
const countsMs = 10 * 60_000

/** The pages of apps. Clients that do not ask for HTML get the documents. */
export function appPageRoutes(deps: PageDeps, getView = getAppView): Hono<Env> {
  const { reads, now } = deps
  const viewer = { ...deps, getView }
  const routes = new Hono<Env>()
  for (const path of ['/apps/:name', '/apps/:name/*']) routes.use(path, toSmallLetters)
  routes.get('/apps/:name', app, async (c) => {
    const { name } = c.req.param()
    const identity = identityOf({ name })
    if (!prefersHtml(c)) return json(c, identity, await getAppDocument(reads(), name))
    const view = await getView(reads(), { name, now: now() })
    return pageAnswer(
      c,
      { ...identity, lifeMs: countsMs },
      <OverviewPage page={pageOf(c, deps)} app={view} />,
    )
  })
  routes.get('/apps/:name/versions', versions, async (c) => {
    const { name } = c.req.param()
    const view = await getView(reads(), { name, now: now() })
    return pageAnswer(c, identityOf({ name }, 'versions'), <VersionsPage page={pageOf(c, deps)} app={view} />)
  })
  routes.get('/apps/:name/compare', compare, (c) => comparePage(viewer, c))
  for (const { kind, query, id, what } of subpages) {
    const answer = kind === 'skill' ? skillPage : commandsPage
    const latest = pageOperation(`get${id}Page`, `${what} the latest version`, { query })
    const exact = pageOperation(`getVersion${id}Page`, `${what} one version`, { query })
    routes.get(`/apps/:name/${kind}`, latest, (c) => answer(viewer, c, { name: c.req.param('name') }))
    routes.get(`/apps/:name/:version/${kind}`, exact, (c) => answer(viewer, c, requested(c)))
  }
  // Last: the pages above have names in the place of a version.
  routes.get('/apps/:name/:version', version, async (c) => {
    const asked = requested(c)
    const identity = identityOf(asked)
    if (!prefersHtml(c)) {
      const { manifestText, digest, signatures } = await getVersion(reads(), asked)
      return json(
        c,
        identity,
        versionDocumentText(parseJson(manifestText, asked.name), { digest, signatures }),
      )
    }
    const view = await getView(reads(), { ...asked, now: now() })
    return pageAnswer(
      c,
      { ...identity, lifeMs: countsMs },
      <OverviewPage page={pageOf(c, deps)} app={view} />,
    )
  })
  return routes
}

/** Names have small letters only, which people who type an address need not know. */
async function toSmallLetters(c: RequestContext, next: () => Promise<void>): Promise<Response | undefined> {
  const name = c.req.param('name') ?? ''
  const small = name.toLowerCase()
  if (small === name || !isAppName(small) || !prefersHtml(c)) {
    await next()
    return undefined
  }
  const [path = '', query] = addressOf(c).slice(1).split('?')
  const rest = path.split('/').slice(2)
  const to = `${rootFrom(path)}/${['apps', small, ...rest].join('/')}`
  return c.redirect(query === undefined ? to : `${to}?${query}`, 301)
}

const requested = (c: RequestContext) => {
  const { name = '', version = '' } = c.req.param() as Record<string, string>
  return { name, version }
}

async function comparePage(deps: Viewer, c: RequestContext): Promise<Response> {
  const { name = '' } = c.req.param() as Record<string, string>
  const { view } = await viewOf(deps, { name })
  const { versions, latest } = view.document
  const to = c.req.query('to') ?? latest
  const older = versions[versions.findIndex(({ version }) => version === to) + 1]
  const from = c.req.query('from') ?? older?.version ?? to
  const [before, after] = [
    await getVersion(deps.reads(), { name, version: from }),
    await getVersion(deps.reads(), { name, version: to }),
  ]
  return pageAnswer(
    c,
    identityOf({ name }, 'compare'),
    <ComparePage
      page={pageOf(c, deps)}
      app={view}
      from={from}
      to={to}
      changes={compareManifests(before.manifest, after.manifest)}
    />,
  )
}

async function skillPage(deps: Viewer, c: RequestContext, asked: Requested): Promise<Response> {
  const { view, shown } = await viewOf(deps, asked)
  return pageAnswer(
    c,
    identityOf(asked, 'skill'),
    <SkillTextPage page={pageOf(c, deps)} app={view} version={shown} />,
  )
}

async function commandsPage(deps: Viewer, c: RequestContext, asked: Requested): Promise<Response> {
  const { view, shown } = await viewOf(deps, asked)
  const names = c.req.queries('at') ?? []
  const key = c.req.query('program') ?? shown.programs[0]
  const tree =
    key === undefined
      ? undefined
      : CommandNode.parse(
          parseJson(
            await getVersionDocument(deps.reads(), 'commands', {
              name: asked.name,
              version: shown.entry.version,
              key,
            }),
            asked.name,
          ),
        )
  const at = names.slice(0, 10)
  return pageAnswer(
    c,
    identityOf(asked, 'commands'),
    <CommandsPage
      page={pageOf(c, deps)}
      app={view}
      version={shown}
      program={key ?? shown.manifest.entry_point}
      tree={tree && commandAt(tree, at)}
      at={at}
    />,
  )
}

/** Throws `NotFoundError` `command.unknown` if the tree has no such command. */
function commandAt(tree: CommandNode, names: readonly string[]): CommandNode {
  let node = tree
  for (const name of names) {
    const below = node.commands.find((command) => command.name === name)
    if (below === undefined)
      throw new NotFoundError(
        'command.unknown',
        `${node.name} has no command ${JSON.stringify(name.slice(0, 100))}.`,
        {
          hint: 'Start at the whole program: remove "at" from the address.',
        },
      )
    node = below
  }
  return node
}

async function viewOf({ reads, now, getView }: Viewer, asked: Requested) {
  const view = await getView(reads(), { ...asked, now: now() })
  if (view.version === undefined)
    throw new NotFoundError('app.withheld', `${asked.name} is withheld by the registry's operator.`, {
      hint: 'The page of the app has the reason.',
    })
  return { view, shown: view.version }
}

const identityOf = ({ name, version }: Requested, page = '') => ({
  app: name,
  path: ['apps', name, version, page]
    .filter((part) => part)
    .map((part) => encodeURIComponent(part ?? ''))
    .join('/'),
})

const json = (c: RequestContext, identity: { app: string; path: string }, text: string): Response =>
  documentAnswer(c, identity, {
    text,
    type: 'application/json',
    cacheControl: lifetimes.changing,
    vary: pageVary,
  })
