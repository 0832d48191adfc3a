import type { CommandTool } from '@cli-apps/core/command-tools'
import type { FindKind } from './findable.ts'
import type { ChainStep } from './suggest-chain.ts'

export interface FindOptions {
  /** Hits of all kinds but commands, and commands, that are given; 8 and 5 when absent, at most 50 of each. */
  limit?: number | undefined
  /** Only this kind. */
  kind?: FindKind | undefined
}

/** Something that fits, and why. */
export interface Hit {
  kind: Exclude<FindKind, 'command'>
  name: string
  /** What it is, in one line. */
  summary: string
  /** In words: what of the query stands where. */
  why: string
  /** Path of an installed app's skill, in the workspace. */
  skill?: string
  /** How an app that is not installed comes here. */
  install?: string
}

/** What a query finds, the best first. A value for `JSON.stringify`. */
export interface FindResult {
  hits: Hit[]
  /** Commands of installed apps by their keys, with the schema of `input`, under a budget of tokens. */
  commands: Record<string, CommandTool & { why: string }>
  /** How many more fit. */
  more: { hits: number; commands: number }
  /** Where the query is a task of several steps that different apps do. */
  chain?: ChainStep[]
  /** What could not be looked at. */
  notes?: string[]
  hint: string
}
