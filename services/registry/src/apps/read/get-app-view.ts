import {
  AppDocument,
  type AppManifest,
  type ClosurePackage,
  DebianClosure,
  type FoundPlaybook,
  type InstallCounts,
  parseJson,
  RecipeResults,
  type Signature,
  type VersionEntry,
} from '@cli-apps/core'
import type { Queries } from '../../db/database.ts'
import { findAppRow } from '../../db/queries/apps/app-rows.ts'
import { listNamed } from '../../db/queries/apps/listed-apps.ts'
import { storedClosures, storedResults } from '../../db/queries/version-rows.ts'
import { getPlaybookPage } from '../../playbooks/get-playbook-page.ts'
import { documentsIn } from '../../work/stored-trees.ts'
import { workPool } from '../../work/work-pool.ts'
import { commandTreesOf, type StoredVersion, storedManifest } from '../published-version.ts'
import { calledApps, calledPrograms } from '../search/called-programs.ts'
import { entryPointsOf } from '../search/known-calls.ts'
import { getAppDocument, getVersion, unknownVersion } from './get-app.ts'
import { getHistory } from './get-history.ts'
import { getInstalls } from './get-installs.ts'

/** Everything that is shown of one version of an app. */
interface VersionView {
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

interface AppView {
  document: AppDocument
  /** Counted downloads of all versions. */
  downloads: number
  /** Installs that users reported. */
  installs: InstallCounts
  /** Tasks that use it together with other apps. */
  playbooks: readonly FoundPlaybook[]
  /** Who published its versions, as far as the newest changes say so. */
  publishedBy: ReadonlyMap<string, string>
  /** Absent for a withheld app, which shows no version. */
  version: VersionView | undefined
}

/** More would hide the rest of the page. */
const mostPlaybooks = 12

/**
 * Returns what a page shows of an app: the version that is asked for, or the latest. Throws as `getAppDocument` and
 * `getVersion`.
 */
export async function getAppView(
  db: Queries,
  { name, version, now }: { name: string; version?: string | undefined; now: Date },
): Promise<AppView> {
  const document = AppDocument.parse(parseJson(await getAppDocument(db, name), name))
  const row = await findAppRow(db, name)
  const entry = document.versions.find((one) => one.version === (version ?? document.latest))
  if (entry === undefined && version !== undefined) throw unknownVersion(name, version, document.latest)
  return {
    document,
    downloads: row?.downloads ?? 0,
    installs: await getInstalls(db, name, now),
    playbooks: (await getPlaybookPage(db, { app: name, limit: mostPlaybooks })).items,
    publishedBy: await publishersOf(db, name),
    version: entry && (await versionView(db, name, entry)),
  }
}

async function versionView(db: Queries, name: string, entry: VersionEntry): Promise<VersionView> {
  const { version } = entry
  const stored = await getVersion(db, { name, version })
  const { manifest, signatures } = stored
  const instead = (manifest.skill?.instead ?? []).map(({ app }) => app)
  return {
    entry,
    manifest,
    signatures,
    results: await resultsOf(db, name, version),
    calledPrograms: await programsOf(db, manifest),
    packages: await packagesOf(db, manifest),
    programs: [...commandTreesOf(stored).keys()],
    skill: await skillOf(stored),
    neighbors: new Set(instead.length === 0 ? [] : (await listNamed(db, instead)).map((app) => app.name)),
  }
}

const skillOf = (stored: StoredVersion): Promise<string> =>
  workPool.run('renderSkillFile', { ...storedManifest(stored), file: 'SKILL.md' })

async function publishersOf(db: Queries, name: string): Promise<ReadonlyMap<string, string>> {
  const { items } = await getHistory(db, name, { limit: 100 })
  return new Map(
    items.flatMap(({ action, version, actor }): [string, string][] =>
      action === 'version.publish' && version !== null ? [[version, actor]] : [],
    ),
  )
}

async function programsOf(db: Queries, manifest: AppManifest): Promise<Readonly<Record<string, string>>> {
  const { name, recipes = [] } = manifest
  const apps = calledApps(recipes.map(({ call }) => ({ name, ...call })))
  return calledPrograms(apps, await entryPointsOf(db, apps, new Map([[name, manifest]])))
}

async function packagesOf(db: Queries, manifest: AppManifest): Promise<VersionView['packages']> {
  const { name, version, install } = manifest
  if (!install.some(({ method }) => method === 'debian')) return new Map()
  const closures = documentsIn((await storedClosures(db, name, version)).get(version) ?? null, name)
  return new Map(
    [...closures].flatMap(([architecture, closure]) => {
      const { data } = DebianClosure.safeParse(closure)
      return data === undefined ? [] : [[architecture, data.packages] as const]
    }),
  )
}

async function resultsOf(db: Queries, name: string, version: string): Promise<RecipeResults | undefined> {
  const text = (await storedResults(db, name, version)).get(version)
  // Shown only as far as this program understands it.
  return text === undefined ? undefined : RecipeResults.safeParse(parseJson(text, name)).data
}
