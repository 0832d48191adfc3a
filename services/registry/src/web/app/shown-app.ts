import type {
  AppDocument,
  AppManifest,
  ClosurePackage,
  FoundPlaybook,
  InstallCounts,
  RecipeResults,
  Signature,
  VersionEntry,
} from '@cli-apps/core'
import type { PageProps } from '../page.ts'

/** One version of an app, as its pages show it. */
interface ShownVersion {
  entry: VersionEntry
  manifest: AppManifest
  signatures: readonly Signature[]
  /** What became of its recipes when they were run. */
  results: RecipeResults | undefined
  /** The programs that its recipes start, by the app, where they are not called as the app. */
  calledPrograms: Readonly<Record<string, string>>
  /** The packages of its Debian method, by architecture. */
  packages: ReadonlyMap<string, readonly Pick<ClosurePackage, 'package' | 'version' | 'size'>[]>
  /** The programs whose command trees were published. */
  programs: readonly string[]
  /** SKILL.md as an agent reads it. */
  skill: string
  /** The apps that the manifest recommends instead and that are in the registry. */
  neighbors: ReadonlySet<string>
}

export interface ShownApp {
  document: AppDocument
  /** Counted downloads of all versions. */
  downloads: number
  /** Installs that users reported. */
  installs: InstallCounts
  /** Tasks that use it together with other apps. */
  playbooks: readonly FoundPlaybook[]
  /** Who published its versions, where that is known. */
  publishedBy: ReadonlyMap<string, string>
  /** Absent for a withheld app, which shows no version. */
  version: ShownVersion | undefined
}

export interface AppProps extends PageProps {
  app: ShownApp
}

export interface VersionProps extends AppProps {
  version: ShownVersion
}

/** What `install` is told to get the version that the page shows. */
export function exactName({ document, version }: ShownApp): string {
  const shown = version?.entry.version
  return shown === undefined || shown === document.latest ? document.name : `${document.name}@${shown}`
}

/** Path of a page of an app below the root: of the latest version, or of the version that the page shows. */
export function appPath({ document, version }: ShownApp, page = ''): string {
  const shown = version?.entry.version
  const base = `apps/${encodeURIComponent(document.name)}`
  const at = shown === undefined || shown === document.latest ? base : `${base}/${encodeURIComponent(shown)}`
  return page === '' ? at : `${at}/${page}`
}
