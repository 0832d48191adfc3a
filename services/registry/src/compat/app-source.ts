import { AppDocument, type IndexEntry, isAppError } from '@cli-apps/core'
import { type StoredVersion, storedManifest } from '../apps/published-version.ts'
import { getAppDocument, getVersion } from '../apps/read/get-app.ts'
import { getSkillPage, type SkillPage, type SkillQuestion } from '../apps/read/get-skill-page.ts'
import { getPopularVersions, getVersionsOf, type PopularVersions } from '../apps/read/popular-versions.ts'
import { searchApps } from '../apps/search/search-apps.ts'
import type { Deps } from '../deps.ts'
import type { SkillPackage, SkillSummary } from '../work/skill-package.ts'
import { createSkillSummaries, type SkillSummaries } from '../work/skill-summaries.ts'
import { workPool } from '../work/work-pool.ts'

/** Read access to apps, versions and skills, for the routes of other clients. */
export interface AppSource {
  /** Returns a listed app; `undefined` if it is unknown or removed. */
  findApp(name: string): Promise<AppDocument | undefined>
  /** Throws `NotFoundError`. */
  getVersion(name: string, version: string): Promise<StoredVersion>
  /** Returns the latest versions of the most downloaded apps, summarized and by name, and the number of all apps. */
  popular(limit: number): Promise<PopularVersions>
  /** Returns the latest versions of these apps. */
  versionsOf(names: readonly string[]): Promise<StoredVersion[]>
  search(q: string, limit: number): Promise<IndexEntry[]>
  skillPage(question: SkillQuestion): Promise<SkillPage>
  pack(version: StoredVersion): Promise<SkillPackage>
  /** Returns the summary of a version's skill, cached because a manifest never changes. */
  summary(app: string, version: { version: string; digest: string } | StoredVersion): Promise<SkillSummary>
  /** Returns the summaries of the latest versions of many apps. */
  summaries(versions: PopularVersions['versions']): Promise<SkillSummary[]>
}

const batch = 10

export function createAppSource(
  { reads, searchIndex }: Pick<Deps, 'reads' | 'searchIndex'>,
  summaries: SkillSummaries = createSkillSummaries(),
): AppSource {
  const getOne: AppSource['getVersion'] = (name, version) => getVersion(reads(), { name, version })
  const versionsOf: AppSource['versionsOf'] = (names) => getVersionsOf(reads(), names)
  return {
    findApp: async (name) => {
      const text = await getAppDocument(reads(), name).catch(nothingThere)
      const app = text === undefined ? undefined : AppDocument.parse(JSON.parse(text))
      return app === undefined || app.removed !== null ? undefined : app
    },
    getVersion: getOne,
    popular: (limit) => getPopularVersions(reads(), limit),
    versionsOf,
    search: async (q, limit) => (await searchApps({ reads, searchIndex }, { q, limit })).items,
    skillPage: (question) => getSkillPage(reads(), question),
    pack: (version) => workPool.run('packSkill', storedManifest(version)),
    summary: async (app, version) => {
      const known = summaries.find(version.digest)
      if (known !== undefined) return known
      const stored = 'manifest' in version ? version : await getOne(app, version.version)
      return (await summaries.of([storedManifest(stored)]))[0] as SkillSummary
    },
    summaries: async (versions) => {
      const missing = versions.filter(({ digest }) => summaries.find(digest) === undefined)
      const made = new Map<string, SkillSummary>()
      // In batches, because their manifests are in memory meanwhile.
      for (let at = 0; at < missing.length; at += batch) {
        const stored = await versionsOf(missing.slice(at, at + batch).map(({ app }) => app))
        const read = await summaries.of(stored.map(storedManifest))
        stored.forEach(({ digest }, index) => void made.set(digest, read[index] as SkillSummary))
      }
      const all = versions.map(({ digest }) => made.get(digest) ?? summaries.find(digest))
      return (await Promise.all(all)).filter((summary) => summary !== undefined)
    },
  }
}

function nothingThere(error: unknown): undefined {
  if (isAppError(error) && error.httpStatus === 404) return undefined
  throw error
}
