import type { ArchiveKind, MethodKind } from '@cli-apps/core'
import type { EgressHost } from '@cli-apps/core/node'
import type { ManagerSettings } from '../managers/manager-settings.ts'
import type { ProxyVariables } from '../managers/proxy-variables.ts'

/** How a package manager that fills a folder of ours is kept from the rest of the machine. */
export interface StepConfinement {
  /** Hosts that it may connect to, in a sandbox. */
  hosts: readonly EgressHost[]
  /** Files and folders that it reads besides the system, its own program and the working folder. */
  readable: readonly string[]
  /** Folders that it writes besides the working folder, such as a cache of ours. */
  writable: readonly string[]
  /** Files below the home that it gets in place of the user's, as texts; some hold secrets. */
  files: Readonly<Record<string, string>>
  /** The user's own proxies for this manager; those of the environment where it has none. */
  proxies: ProxyVariables
}

/** Begins values of variables that name something below the home that a confined step gets. */
export const homeMark = '{home}'

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
      /** Absent for managers of the system, whose work is to change it. */
      confinement?: StepConfinement
    }
  | {
      step: 'vet'
      /** npm's list of a tree, which must come from the registry but for what is allowed. */
      file: string
      /** Name of the app's package, for the error. */
      package: string
      sources: readonly string[]
      /** Packages whose scripts run next, which have to be those of the registry. */
      scripts: readonly string[]
    }
  | {
      step: 'prove'
      /** npm's list of a tree, whose packages other than `package` are to hold what their registries signed. */
      file: string
      package: string
      settings: ManagerSettings
      /** Where keys are asked for that were not shipped, and kept. */
      sigstore: { mirror: string; folder: string }
    }
  | {
      step: 'bound'
      /** pip's report of what it resolved; its dependencies must not be newer than `before`. */
      report: string
      /** Project that was asked for, which is judged before. */
      root: string
      before: Date
      minimumAge: number
      isStrict: boolean
      /** Indexes that say when files were uploaded. */
      indexes: readonly string[]
      /** Has pip resolve again, without the releases that the file at `constraints` excludes. */
      again: Step & { step: 'run' }
      constraints: string
      /** The same by an option of pip, where it has one. */
      native: (Step & { step: 'run' }) | undefined
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
