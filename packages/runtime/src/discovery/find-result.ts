import type { FoundRecipe } from '@cli-apps/core'
import type { CommandTool } from '@cli-apps/core/command-tools'
import type { FindKind } from './findable.ts'
import type { PlaybookHit } from './fitting-playbook.ts'
import type { ChainStep } from './suggest-chain.ts'

export interface FindOptions {
  /** Maximum number of hits and of commands; 8 and 5 by default, at most 50 of each. */
  limit?: number | undefined
  /** Only results of this kind. */
  kind?: FindKind | undefined
}

/** A match with its reason. */
export interface Hit {
  kind: Exclude<FindKind, 'command'>
  name: string
  /** One-line summary. */
  summary: string
  /** The reason in words: which parts of the query match what. */
  why: string
  /** Path of an installed app's skill in the workspace. */
  skill?: string
  /** The recipe that fits best, with its call as `run_cli_app` takes it. */
  recipe?: Omit<FoundRecipe, 'i18n'>
  /** How to install an app that is not installed, and whether that works here without root. */
  install?: string
}

/** The results of a query, best first. Serializable as JSON. */
export interface FindResult {
  hits: Hit[]
  /** Commands of installed apps by key, with the schema of `input`, within a token budget. */
  commands: Record<string, CommandTool & { why: string }>
  /** Number of further matches. */
  more: { hits: number; commands: number }
  /** Set if a playbook of the catalog does what the query says. */
  playbook?: PlaybookHit
  /** Set if the query is a task of several steps for different apps, and no playbook does it. */
  chain?: ChainStep[]
  /** What could not be searched. */
  notes?: string[]
  hint: string
}
