import type { InstallMethod } from '@cli-apps/core'

/** What a package index knows of a program. Facts only: its texts belong to others, so a person writes ours. */
export interface PackageFacts {
  /** Name of the source, for people. */
  source: string
  version: string
  executables: string[]
  homepage?: string | undefined
  repository?: string | undefined
  license?: string | undefined
  method: InstallMethod
}
