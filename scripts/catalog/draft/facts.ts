import type { InstallMethod } from '@cli-apps/core'

/** What a package index knows of a program. Facts only: its texts are somebody else's, and a person writes ours. */
export interface PackageFacts {
  /** Where the facts are from, for people. */
  source: string
  version: string
  executables: string[]
  homepage?: string | undefined
  repository?: string | undefined
  license?: string | undefined
  method: InstallMethod
}
