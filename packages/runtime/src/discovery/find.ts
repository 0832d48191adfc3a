import { type AppManifest, type InstallRecord, type RankedApp, type Ranking, toLine } from '@cli-apps/core'
import type { RankedCommand } from '@cli-apps/core/command-tools'
import { builtInCatalog, type Workspace } from '@cli-apps/core/node'
import { shownText } from '@cli-apps/core/skill/shown-text'
import type { InstalledApps } from '../installed-apps.ts'
import type { AvailableApps } from './available-apps.ts'
import { type KnownCommands, openCommandIndexes } from './command-indexes.ts'
import type { FindInPlace, HostSources } from './find-request.ts'
import { type Findable, type FindKind, findableApp, findableAvailable, findableText } from './findable.ts'
import { fittingPlaybook, openPlaybooks, type Playbooks } from './fitting-playbook.ts'
import { foundCommands } from './found-commands.ts'
import { hitsOf } from './hits.ts'
import { openUsage, type UsageByApp } from './open-usage.ts'
import { rankFindables } from './rank-findables.ts'
import { splitTask } from './split-task.ts'
import { type ChainStep, chainOf } from './suggest-chain.ts'

interface FindServices {
  workspace: Workspace
  apps: InstalledApps
  available: AvailableApps
  environment: Readonly<Record<string, string | undefined>>
}

const usualHits = 8
const usualCommands = 5
const mostOfEach = 50
const longestQuery = 1000
/** Matches below this share of the best score are noise. */
const worthTelling = 0.25
/** Minimum score for a step of a task: one significant word. */
const goodScore = 10

/** What is searched, as of now. */
interface Sources {
  entries: readonly Findable[]
  records: readonly InstallRecord[]
  commands: KnownCommands
  usage: UsageByApp
  playbooks: Playbooks
  /** Locations of catalogs that could not be read. */
  missing: readonly string[]
  /** The manifest of an app that is not installed. */
  manifestOf(name: string): Promise<AppManifest | undefined>
}

/** Finds what could do a task, without network. Apps whose records changed are read again. */
export function createFind(services: FindServices): FindInPlace {
  const { workspace, environment } = services
  const readIndexes = openCommandIndexes(workspace)
  const readUsage = openUsage(workspace)
  const playbooks = openPlaybooks()

  async function readSources({ skills, mcpTools }: HostSources): Promise<Sources> {
    const [installed, { apps: available, missing, manifestOf }, usage] = await Promise.all([
      services.apps.list(),
      services.available(),
      readUsage(),
    ])
    const names = new Set<string>(installed.map(({ name }) => name))
    const ownSkills = new Set([...names].map((name) => `cli-app-${name}`))
    const entries = [
      ...installed.flatMap(findableApp),
      ...skills.filter(({ name }) => !ownSkills.has(name)).map((skill) => findableText('skill', skill)),
      ...mcpTools.map((tool) => findableText('mcp_tool', tool)),
      ...available.filter(({ name }) => !names.has(name)).map(findableAvailable),
    ]
    const records = installed.flatMap(({ record }): InstallRecord[] => (record ? [record] : []))
    return { entries, records, commands: await readIndexes(records), usage, playbooks, missing, manifestOf }
  }

  return async (given, { limit, kind }, host) => {
    const query = given.slice(0, longestQuery)
    const sources = await readSources(host)
    const ranking = kind === 'command' ? undefined : rankEntries(query, sources, kind)
    const hits = ranking?.ranked ?? []
    const commands = kind === undefined || kind === 'command' ? await rankOwn(query, sources) : []
    const count = (usual: number): number =>
      Math.min(mostOfEach, Math.max(1, Math.floor(limit ?? usual) || usual))
    const shown = hits.slice(0, count(usualHits))
    const found = await foundCommands(workspace, {
      ranked: commands,
      records: sources.records,
      limit: count(usualCommands),
    })
    const playbook = kind === undefined && ranking ? await fittingPlaybook(ranking, sources) : undefined
    // A playbook was run, which is more than a chain made up here.
    const chain = kind === undefined && !playbook ? await suggestChain(query, sources) : undefined
    const notes = notesOf(sources, kind)
    return {
      hits: ranking ? await hitsOf({ ...ranking, ranked: shown }, sources, { ...host, environment }) : [],
      commands: found.commands,
      more: { hits: hits.length - shown.length, commands: found.left },
      ...(playbook && { playbook }),
      ...(chain && { chain }),
      ...(notes.length > 0 && { notes }),
      hint: hintOf(shown, commands),
    }
  }
}

/** What could not be searched. */
function notesOf({ commands: { damaged }, missing }: Sources, kind: FindKind | undefined): string[] {
  const isConcerned = kind === undefined || kind === 'available_app'
  return [
    ...(damaged.length > 0 ? [damagedNote(damaged)] : []),
    ...(isConcerned ? missing.map(missingNote) : []),
  ]
}

const missingNote = (location: string): string =>
  `${location === builtInCatalog ? 'The built-in catalog' : `The catalog of ${toLine(location, 200)}`} is not on this machine: ` +
  'apps that are not installed cannot be found in it. The user can load it with: npx cli-apps search WORD'

function rankEntries(query: string, { entries, usage }: Sources, kind?: FindKind): Ranking<Findable> {
  const ranking = rankFindables(query, entries, { usage, now: Date.now() })
  const worthy = worthwhile(ranking.ranked.filter(({ entry }) => kind === undefined || entry.kind === kind))
  // A registry may use any name, so only displayable ones are shown.
  const ranked = worthy.filter(
    ({ entry }) => entry.kind !== 'available_app' || shownText(entry.name) === entry.name,
  )
  return { ...ranking, ranked }
}

async function rankOwn(query: string, { commands }: Sources): Promise<RankedCommand[]> {
  if (commands.apps.length === 0 || query.trim() === '') return []
  const { rankCommands } = await import('@cli-apps/core/command-tools')
  return worthwhile(rankCommands(query, commands.apps).filter(isOwnFind(commands)))
}

/** If an app matches, all its commands would; they must contribute this share of the score themselves. */
const leastOwnShare = 0.3

/** Otherwise a matching app would bring along all its commands. A program without commands is its app. */
function isOwnFind({ apps }: KnownCommands): (command: RankedCommand) => boolean {
  const single = new Set(
    apps.filter(({ index }) => index.commands.length === 1).map(({ manifest }) => manifest),
  )
  const sum = (matches: RankedCommand['matches']): number =>
    matches.reduce((all, { weight }) => all + weight, 0)
  return ({ manifest, matches, score }) =>
    score >= 1000 ||
    single.has(manifest) ||
    sum(matches.filter(({ field }) => !ofApp.has(field))) >= leastOwnShare * sum(matches)
}
const ofApp: ReadonlySet<string> = new Set(['display_name', 'category'])

function worthwhile<Ranked extends { score: number }>(ranked: readonly Ranked[]): Ranked[] {
  const best = Math.max(0, ...ranked.slice(0, 1).map(({ score }) => score))
  // Exact names score above the scale of all other matches.
  const least = worthTelling * Math.min(best, 60)
  return ranked.filter(({ score }) => score >= least)
}

async function suggestChain(query: string, sources: Sources): Promise<ChainStep[] | undefined> {
  const parts = splitTask(query)
  if (parts.length < 2) return undefined
  const steps: ChainStep[] = []
  for (const part of parts) steps.push(await stepOf(part, sources, steps.at(-1)?.app))
  return chainOf(steps)
}

/** An app that did the previous step also does the next one, if it scores nearly as well as the best. */
const nearlyAsGood = 0.8

async function stepOf(part: string, sources: Sources, before?: string | null): Promise<ChainStep> {
  const shown = toLine(part, 200)
  const apps = rankEntries(part, sources).ranked.filter(({ entry }) => /app$/.test(entry.kind))
  const [first] = apps
  const same = apps.find(({ entry }) => entry.name === before)
  const goesOn = first !== undefined && same !== undefined && same.score >= nearlyAsGood * first.score
  const best = goesOn ? same : first
  if (best === undefined || best.score < goodScore) return { part: shown, app: null }
  const { name, kind } = best.entry
  const isInstalled = kind === 'app'
  const command = isInstalled ? await commandFor(part, name, sources) : undefined
  return { part: shown, app: name, installed: isInstalled, ...(command !== undefined && { command }) }
}

/** Returns the command of an app that a step means, if it matches better than the app alone. */
async function commandFor(part: string, name: string, { commands }: Sources): Promise<string | undefined> {
  const app = commands.apps.find(({ manifest }) => manifest.name === name)
  if (app === undefined) return undefined
  const { rankCommands, toolKey } = await import('@cli-apps/core/command-tools')
  const [best] = rankCommands(part, [app]).filter(isOwnFind({ apps: [app], damaged: [] }))
  const words = app.index.commands.find(({ place }) => place === best?.place)?.words ?? ''
  return words === '' ? undefined : toolKey(name, words.split(' '))
}

const damagedNote = (damaged: readonly string[]): string =>
  `The commands of ${damaged.slice(0, 10).join(', ')}${damaged.length > 10 ? ` and ${damaged.length - 10} more` : ''} ` +
  'cannot be read; `npx cli-apps doctor` reports why.'

function hintOf(hits: readonly RankedApp<Findable>[], commands: readonly RankedCommand[]): string {
  if (hits.length === 0 && commands.length === 0)
    return 'Nothing fits. Say what is to be done in other words, such as the kind of file and what becomes of it.'
  return (
    'Call run_cli_app with name and args' +
    (commands.length > 0
      ? ", or for a key app.command with name, command (what follows the app's name) and input"
      : '') +
    '. A recipe is a call that fits: put your values in the place of its {placeholders}. Read the skill of an app before its first use.'
  )
}
