import { AppDocument, type IndexEntry, isAppError, type PublishedVersion } from '@cli-apps/core'
import { getAppDocument, getVersion } from '../apps/get-app.ts'
import { getSkillPage, type SkillPage, type SkillQuestion } from '../apps/get-skill-page.ts'
import { getPopularVersions, getVersionsOf, type PopularVersions } from '../apps/popular-versions.ts'
import { searchApps } from '../apps/search-apps.ts'
import type { Deps } from '../deps.ts'
import {
  packSkill,
  type SkillPackage,
  type SkillSummary,
  type SkillVersion,
  summarizeSkill,
} from './skill-package.ts'

/** What the foreign doors read of the registry: their one way to apps, versions and skills. */
export interface AppSource {
  /** An app that lists show; `undefined` for one that is unknown or was withdrawn. */
  findApp(name: string): Promise<AppDocument | undefined>
  /** Throws `NotFoundError` for what is not there. */
  getVersion(name: string, version: string): Promise<PublishedVersion>
  /** The latest versions of the apps that are fetched most, in short and by name, and how many apps there are. */
  popular(limit: number): Promise<PopularVersions>
  /** The latest versions of these apps. */
  versionsOf(names: readonly string[]): Promise<PublishedVersion[]>
  search(q: string, limit: number): Promise<IndexEntry[]>
  skillPage(question: SkillQuestion): Promise<SkillPage>
  pack(version: SkillVersion): SkillPackage
  /** The skill of a version in short, from memory where it was asked for before: a manifest never changes. */
  summary(app: string, version: { version: string; digest: string } | SkillVersion): Promise<SkillSummary>
  /** As `summary`, of the latest versions of many apps. */
  summaries(versions: PopularVersions['versions']): Promise<SkillSummary[]>
}

/** Enough for every indexed skill and the versions that updates ask for; about a kilobyte each. */
const keptSummaries = 4096
const batch = 10

export function createAppSource(deps: Pick<Deps, 'reads' | 'skillTemplates'>): AppSource {
  const { reads, skillTemplates } = deps
  const known = new Map<string, SkillSummary>()
  const pack: AppSource['pack'] = (version) => packSkill(version, skillTemplates)
  const summarize = (version: SkillVersion): SkillSummary => {
    const summary = summarizeSkill(version, pack(version))
    known.set(version.digest, summary)
    for (const [oldest] of known) {
      if (known.size <= keptSummaries) break
      known.delete(oldest)
    }
    return summary
  }
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
    search: async (q, limit) => (await searchApps(reads(), { q, limit })).items,
    skillPage: (question) => getSkillPage(reads(), question),
    pack,
    summary: async (app, version) =>
      known.get(version.digest) ??
      summarize('manifest' in version ? version : await getOne(app, version.version)),
    summaries: async (versions) => {
      const missing = versions.filter(({ digest }) => !known.has(digest)).map(({ app }) => app)
      const made = new Map<string, SkillSummary>()
      // A few at a time, so that other requests are answered in between.
      for (let at = 0; at < missing.length; at += batch)
        for (const version of await versionsOf(missing.slice(at, at + batch)))
          made.set(version.digest, summarize(version))
      return versions.flatMap(({ digest }) => known.get(digest) ?? made.get(digest) ?? [])
    },
  }
}

function nothingThere(error: unknown): undefined {
  if (isAppError(error) && error.httpStatus === 404) return undefined
  throw error
}
