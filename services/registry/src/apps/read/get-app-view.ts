import {
  AppDocument,
  type AppManifest,
  type FoundPlaybook,
  type InstallCounts,
  parseJson,
  RecipeResults,
  type Signature,
  type VersionEntry,
} from '@cli-apps/core'
import type { Queries } from '../../db/database.ts'
import { findAppRow, listNamed } from '../../db/queries/app-rows.ts'
import { storedResults } from '../../db/queries/version-rows.ts'
import { getPlaybookPage } from '../../playbooks/get-playbook-page.ts'
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
  /** Who published it, where the history says so. */
  publishedBy: string | undefined
  /** What became of its recipes when they were run. */
  results: RecipeResults | undefined
  /** The programs that its recipes start, by the app, where they are not called as the app. */
  calledPrograms: Readonly<Record<string, string>>
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
    publishedBy: await publisherOf(db, name, version),
    results: await resultsOf(db, name, version),
    calledPrograms: await programsOf(db, manifest),
    programs: [...commandTreesOf(stored).keys()],
    skill: await skillOf(stored),
    neighbors: new Set(instead.length === 0 ? [] : (await listNamed(db, instead)).map((app) => app.name)),
  }
}

const skillOf = (stored: StoredVersion): Promise<string> =>
  workPool.run('renderSkillFile', { ...storedManifest(stored), file: 'SKILL.md' })

async function publisherOf(db: Queries, name: string, version: string): Promise<string | undefined> {
  const { items } = await getHistory(db, name, { limit: 100 })
  return items.find((change) => change.action === 'version.publish' && change.version === version)?.actor
}

async function programsOf(db: Queries, manifest: AppManifest): Promise<Readonly<Record<string, string>>> {
  const { name, recipes = [] } = manifest
  const apps = calledApps(recipes.map(({ call }) => ({ name, ...call })))
  return calledPrograms(apps, await entryPointsOf(db, apps, new Map([[name, manifest]])))
}

async function resultsOf(db: Queries, name: string, version: string): Promise<RecipeResults | undefined> {
  const text = (await storedResults(db, name, version)).get(version)
  // Shown only as far as this program understands it.
  return text === undefined ? undefined : RecipeResults.safeParse(parseJson(text, name)).data
}
