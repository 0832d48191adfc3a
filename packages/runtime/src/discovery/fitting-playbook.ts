import {
  exampleValues,
  type FoundPlaybook,
  fittingPlaybooks,
  type Playbook,
  type Ranking,
  toLine,
} from '@cli-apps/core'
import { catalogPlaybooks, readPlaybook, resourceFolder } from '@cli-apps/core/node'
import type { Findable } from './findable.ts'

/** A task for several apps that says most of the query. */
export interface PlaybookHit {
  name: string
  task: string
  /** Its calls in order, as `run_cli_app` takes them, each in the folder of the ones before; absent if they are too long. */
  steps?: { task: string; call: { name: string } & Playbook['steps'][number]['call'] }[]
  /** What stands as `{name}` in the calls, with an example. */
  placeholders?: Record<string, string>
  /** Contents of files that the calls need and that no placeholder stands for, such as a style sheet. */
  files?: Record<string, string>
  /** The apps that are not installed. */
  missing?: string[]
}

/** What of the sources a playbook is chosen from. */
interface PlaybookSources {
  entries: readonly Findable[]
  playbooks: Playbooks
}

/** The playbooks that ship with the package. */
export interface Playbooks {
  indexed(): ReturnType<typeof catalogPlaybooks>
  read(name: string): Promise<Playbook | undefined>
}

/** What is longer costs a model more tokens than reading the skill. */
const longestTold = 2000

/** Reads the index once. */
export function openPlaybooks(): Playbooks {
  const folder = resourceFolder('catalog')
  let known: ReturnType<typeof catalogPlaybooks> | undefined
  return { indexed: () => (known ??= catalogPlaybooks(folder)), read: (name) => readPlaybook(folder, name) }
}

/** Returns the best playbook for a query whose apps are all installed or known from a catalog; `undefined` if none fits. */
export async function fittingPlaybook(
  { query, rarity }: Ranking<Findable>,
  { entries, playbooks }: PlaybookSources,
): Promise<PlaybookHit | undefined> {
  const found = fittingPlaybooks(query, rarity, await playbooks.indexed())
  const namesOf = (...kinds: Findable['kind'][]): Set<string> =>
    new Set(entries.flatMap(({ kind, name }) => (kinds.includes(kind) ? [name] : [])))
  const known = namesOf('app', 'available_app')
  const best = found.find(({ apps }) => apps.every((name) => known.has(name)))
  if (best === undefined) return undefined
  const installed = namesOf('app')
  const missing = best.apps.filter((name) => !installed.has(name))
  return {
    name: best.name,
    task: toLine(best.task, 120),
    ...(await callsOf(best, playbooks)),
    ...(missing.length > 0 && { missing }),
  }
}

async function callsOf(
  { name }: FoundPlaybook,
  playbooks: Playbooks,
): Promise<Pick<PlaybookHit, 'steps' | 'placeholders' | 'files'>> {
  const playbook = await playbooks.read(name)
  if (playbook === undefined) return {}
  const steps = playbook.steps.map(({ app, task, call }) => ({ task, call: { name: app, ...call } }))
  const examples = exampleValues(playbook.placeholders)
  const given = new Set(Object.values(examples))
  const files = Object.entries(playbook.files ?? {}).flatMap(([file, content]) =>
    given.has(file) || typeof content !== 'string' ? [] : [[file, content] as const],
  )
  const told = {
    steps,
    ...(Object.keys(examples).length > 0 && { placeholders: examples }),
    ...(files.length > 0 && { files: Object.fromEntries(files) }),
  }
  return JSON.stringify(told).length > longestTold ? {} : told
}
