import type { ArchiveKind, MethodKind } from '@cli-apps/core'

/** One thing that an install does, as data: printed by `--dry-run`, carried out by `applySteps`. Paths are absolute. */
export type Step =
  | { step: 'write'; file: string; content: string }
  | {
      step: 'run'
      /** What it is for, for people: "install prettier 3.6.2 with npm". */
      title: string
      argv: readonly string[]
      cwd: string
      /** Whose settings out of the user's environment it gets, such as registries and their tokens; none when absent. */
      manager?: MethodKind
      /** Beyond the environment that package managers get. */
      env?: Readonly<Record<string, string>>
      /** How a line of its output has to begin; the step fails where none does. */
      expect?: string
    }
  | { step: 'download'; url: string; sha256: string; size: number | undefined; to: string }
  | {
      step: 'unpack'
      archive: ArchiveKind
      from: string
      to: string
      /** The file inside that is to be run. */
      program?: string | undefined
    }
  | { step: 'remove'; path: string }
