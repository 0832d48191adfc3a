import type { InstallMethod } from '@cli-apps/core'

/** What a source knows of a program. Facts, and one line of its own words, which only a person may take over. */
export interface PackageFacts {
  /** Name of the source, for people. */
  source: string
  version?: string | undefined
  executables: readonly string[]
  /** The one that was named or found on PATH. */
  entryPoint?: string
  homepage?: string | undefined
  repository?: string | undefined
  license?: string | undefined
  summary?: string | undefined
  /** The arguments that print the version, and a part of the answer that names the program. */
  printsVersion?: { args: string[]; expect?: string } | undefined
  /** The commands that its help names. */
  commands?: readonly string[]
  /** How the program is installed; absent for a program that is only there. */
  method?: InstallMethod
}

export const executablesOf = (facts: readonly PackageFacts[]): string[] => [
  ...new Set(facts.flatMap(({ executables }) => executables)),
]
