import type { ErrorReport } from '@cli-apps/core'
import type { Workspace } from '@cli-apps/core/node'
import type { RegistrySetting } from './available-apps.ts'
import type { FindOptions, FindResult } from './find-result.ts'
import type { FindableSkill, FindableTool } from './findable.ts'

/** What a thread needs to read the apps of a workspace itself. */
export interface FindPlace {
  workspace: Workspace
  /** The user's `CLI_APPS_HOME`. */
  home: string
  registry: RegistrySetting
  environment: Readonly<Record<string, string | undefined>>
}

/** Data that only the host's thread has, as of the query. */
export interface HostSources {
  skills: readonly FindableSkill[]
  mcpTools: readonly FindableTool[]
  /** Whether the model has `install_cli_app`. */
  canInstall: boolean
}

/** Searches one workspace. */
export type FindInPlace = (query: string, options: FindOptions, sources: HostSources) => Promise<FindResult>

export type FindMessage =
  | { kind: 'open'; place: string; settings: FindPlace }
  | { kind: 'find'; place: string; id: number; query: string; options: FindOptions; sources: HostSources }
  | { kind: 'close'; place: string }

export type FindAnswer = { id: number; result: FindResult } | { id: number; error: ErrorReport }
