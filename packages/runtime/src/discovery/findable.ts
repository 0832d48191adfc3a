import type { SearchFields, SearchTexts } from '@cli-apps/core'
import { type InstalledApp, skillFileOf } from '../installed-apps.ts'

/** A skill that a query may find. */
export interface FindableSkill {
  name: string
  description: string
}

/** A tool of an MCP server that a query may find. */
export interface FindableTool {
  name: string
  description: string
}

/** An app that could be installed. */
export type AvailableApp = SearchTexts & {
  /** Its terms, where more than the texts here are known. */
  fields?: SearchFields | undefined
}

export const findKinds = ['app', 'command', 'skill', 'mcp_tool', 'available_app'] as const
/** Kinds of results: installed apps, their commands, skills, tools of MCP servers, and apps that are not installed. */
export type FindKind = (typeof findKinds)[number]

/** Something found by its own texts. Commands are found through the index of their app. */
export interface Findable extends SearchTexts {
  kind: Exclude<FindKind, 'command'>
  /** Of an installed app's skill. */
  skillFile?: string
  /** Terms that were made before. */
  fields?: SearchFields | undefined
}

/** One object per record, so that the ranker can cache its terms. */
const knownApps = new WeakMap<InstalledApp, Findable>()

/** Returns an installed app; empty if its record is damaged. */
export function findableApp(app: InstalledApp): Findable[] {
  if (app.record === undefined) return []
  const known = knownApps.get(app)
  if (known !== undefined) return [known]
  const { manifest } = app.record
  const made: Findable = {
    ...manifest,
    kind: 'app',
    skillFile: skillFileOf(app),
    tags: manifest.tags ?? [],
    aliases: manifest.aliases ?? [],
  }
  knownApps.set(app, made)
  return [made]
}

const knownAvailable = new WeakMap<AvailableApp, Findable>()

export function findableAvailable(app: AvailableApp): Findable {
  const known = knownAvailable.get(app)
  if (known !== undefined) return known
  const made: Findable = { ...app, kind: 'available_app' }
  knownAvailable.set(app, made)
  return made
}

/** Skills and tools have a name and a description, whose first part matters most. */
export function findableText(kind: 'skill' | 'mcp_tool', { name, description }: FindableSkill): Findable {
  const text = description.slice(0, 2000)
  const [summary = ''] = text.split(/(?<=[.。!！?？])/u)
  return { kind, name, display_name: name, summary, description: text, category: '', tags: [], aliases: [] }
}
