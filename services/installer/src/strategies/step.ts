import type { ArchiveKind, DebianArchitecture, Digest, MethodKind } from '@cli-apps/core'
import type { EgressHost } from '@cli-apps/core/node'
import type { ManagerSettings } from '../managers/manager-settings.ts'
import type { ProxyVariables } from '../managers/proxy-variables.ts'
import type { PackageArchive } from './npm/npm-archives.ts'

/** How a package manager that fills a folder of the store is isolated from the rest of the machine. */
export interface StepConfinement {
  /** Hosts that it may connect to, in a sandbox. */
  hosts: readonly EgressHost[]
  /** Files and folders that it reads besides the system, its own program and the working folder. */
  readable: readonly string[]
  /** Folders that it writes besides the working folder, such as a private cache. */
  writable: readonly string[]
  /** Files below the home that replace the user's, as texts; some hold secrets. */
  files: Readonly<Record<string, string>>
  /** The user's own proxies for this manager, else those of the environment. */
  proxies: ProxyVariables
}

/** Prefix of variable values that name a path below the home of a confined step. */
export const homeMark = '{home}'

/** One action of an install, as data: printed by `--dry-run`, carried out by `applySteps`. Paths are absolute. */
export type Step =
  | { step: 'write'; file: string; content: string }
  | {
      step: 'run'
      /** Its purpose, for people: "install prettier 3.6.2 with npm". */
      title: string
      argv: readonly string[]
      cwd: string
      /**
       * Manager whose settings, such as registries and tokens, the step gets from the user's environment; none if
       * absent.
       */
      manager?: MethodKind
      /** Added to the environment that package managers get. */
      env?: Readonly<Record<string, string>>
      /** Required prefix of a line of its output; the step fails without such a line. */
      expect?: string
      /** Absent for system managers, whose purpose is to change the system. */
      confinement?: StepConfinement
      /** It runs with root's permissions. */
      asRoot?: true
    }
  | {
      step: 'vet'
      /** npm's list of a tree, which must come from the registry except for allowed sources. */
      file: string
      /** Name of the app's package, for the error. */
      package: string
      sources: readonly string[]
      /** Packages whose scripts run next and which must be those of the registry. */
      scripts: readonly string[]
    }
  | {
      step: 'prove'
      /** npm's list of a tree; packages other than `package` must match the signatures of their registries. */
      file: string
      package: string
      /** `package` must match them too: nothing else has checked it. */
      includesRoot?: boolean
      settings: ManagerSettings
      /** Where keys that are not included are requested and stored. */
      sigstore: { mirror: string; folder: string }
    }
  | {
      step: 'bound'
      /** pip's report of what it resolved; the dependencies must not be newer than `before`. */
      report: string
      /** The requested project, whose age is checked earlier. */
      root: string
      before: Date
      minimumAge: number
      isStrict: boolean
      /** Indexes that report when files were uploaded. */
      indexes: readonly string[]
      /** Has pip resolve again, without the releases that the file at `constraints` excludes. */
      again: Step & { step: 'run' }
      constraints: string
      /** The same by an option of pip, if it has one. */
      native: (Step & { step: 'run' }) | undefined
    }
  | {
      step: 'download'
      url: string
      /** Absent if the publisher's checksum file states it. */
      sha256?: string | undefined
      /** The publisher's checksum file, and the name of the download in it. The found sha256 is written to `note`. */
      checksums?: { url: string; file: string; note: string } | undefined
      size: number | undefined
      to: string
    }
  | {
      /** Downloads and unpacks packages of npm whose digests are known; npm is not started. */
      step: 'packages'
      /** Its purpose, for people. */
      title: string
      packages: readonly PackageArchive[]
      /** The folder that gets `node_modules`. */
      to: string
      /** Folder of archives that were downloaded before. */
      cache: string
      /** The list of packages as npm keeps it beside them. */
      list: string
      /** What is done instead where only npm can do it, such as for an archive that the registry keeps elsewhere. */
      otherwise: Step & { step: 'run' }
    }
  | {
      step: 'unpack'
      archive: ArchiveKind
      from: string
      to: string
      /** The program file inside the archive. */
      program?: string | undefined
    }
  | {
      /** Makes the root of a program of Debian. */
      step: 'root'
      architecture: DebianArchitecture
      /** Digest of the list of packages, which the registry has. */
      closure: Digest
      packages: number
      /** Bytes to download if the store has none of them. */
      size: number
      /** Gets `root/` and `closure.json`. */
      to: string
    }
  | { step: 'remove'; path: string }
