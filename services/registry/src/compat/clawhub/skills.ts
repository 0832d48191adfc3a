import { type AppDocument, type IndexEntry, isDistTag, NotFoundError, skillName } from '@cli-apps/core'
import type * as z from 'zod'
import type { SkillPage } from '../../apps/read/get-skill-page.ts'
import { appNameOfSkill } from '../../work/skill-package.ts'
import type { AppSource } from '../app-source.ts'
import type { ListedSkill, SkillList, VersionHead } from './wire.ts'

type Version = AppDocument['versions'][number]

export const noSkill = (): NotFoundError => new NotFoundError('clawhub.no-skill', 'Skill not found')
export const noVersion = (): NotFoundError => new NotFoundError('clawhub.no-version', 'Version not found')

/** Returns the app of a slug, and checks the owner if one is given. Throws the 404 that the client recognizes. */
export async function getSkillApp(
  source: AppSource,
  slug: string,
  ownerHandle?: string,
): Promise<AppDocument> {
  const name = appNameOfSkill(slug)
  const app = name === undefined ? undefined : await source.findApp(name)
  if (app === undefined) throw noSkill()
  const requested = ownerHandle?.toLowerCase().replace(/^@/, '')
  if (requested !== undefined && !app.owners.some((owner) => handleOf(owner) === requested)) throw noSkill()
  return app
}

/** Organizations are stored as `@name`; the client adds the @ itself. */
const handleOf = (owner: string): string => owner.replace(/^@/, '')

export const ownerOf = ({ owners: [owner] }: AppDocument) =>
  owner === undefined ? null : { handle: handleOf(owner), displayName: owner, image: null }

/** Returns the version to install by default, which is never a yanked one. */
export const latestOf = ({ versions, latest }: AppDocument): Version | undefined =>
  versions.find(({ version, yanked }) => version === latest && yanked === null)

/** Returns the requested version, even if it was yanked. Throws `NotFoundError`. */
export function requestedVersion(
  app: AppDocument,
  { version, tag }: { version?: string | undefined; tag?: string | undefined },
): Version {
  const named = version ?? (tag !== undefined && isDistTag(tag) ? app.dist_tags[tag] : undefined)
  const isOpen = version === undefined && tag === undefined
  const found = isOpen ? latestOf(app) : app.versions.find((entry) => entry.version === named)
  if (found === undefined) throw noVersion()
  return found
}

/** Returns versions by publication time, newest first. */
export const newestFirst = ({ versions }: AppDocument): Version[] =>
  versions
    .map((version, at) => ({ version, at, time: timeOf(version) }))
    .sort((a, b) => b.time - a.time || a.at - b.at)
    .map(({ version }) => version)

export const timeOf = ({ published_at }: Pick<Version, 'published_at'>): number =>
  published_at === null ? 0 : Date.parse(published_at)

interface Life {
  yanked: string | undefined
  deprecated: string | undefined
}

/** Warnings about a version, which the client shows as its changelog. */
const changelog = ({ yanked, deprecated }: Life): string =>
  [yanked && `Withdrawn: ${yanked}`, deprecated && `Deprecated: ${deprecated}`].filter(Boolean).join(' ')

export const headOf = (entry: Version): VersionHead => ({
  version: entry.version,
  createdAt: timeOf(entry),
  changelog: changelog({ yanked: entry.yanked?.reason, deprecated: entry.deprecated?.message }),
})

const summaryOf = (summary: string, deprecated: string | undefined): string =>
  deprecated === undefined ? summary : `Deprecated: ${deprecated} ${summary}`

export function skillOf(app: AppDocument): ListedSkill {
  const latest = latestOf(app)
  const times = app.versions.map(timeOf)
  const withdrawn = new Set(
    app.versions.filter(({ yanked }) => yanked !== null).map(({ version }) => version),
  )
  return {
    slug: skillName(app.name),
    displayName: app.display_name,
    summary: summaryOf(app.summary, latest?.deprecated?.message),
    description: app.description,
    topics: app.tags,
    tags: Object.fromEntries(Object.entries(app.dist_tags).filter(([, version]) => !withdrawn.has(version))),
    stats: {},
    createdAt: Math.min(...times),
    updatedAt: Math.max(...times),
  }
}

export const resultOf = (
  { name, display_name, summary, latest }: Pick<IndexEntry, 'name' | 'display_name' | 'summary' | 'latest'>,
  at: number,
) => ({
  // The client only sorts by the score.
  score: 1 / (1 + at),
  slug: skillName(name),
  displayName: display_name,
  summary,
  version: latest,
})

/** Returns a page of skills. */
export const skillList = ({ rows, nextCursor }: SkillPage): z.infer<typeof SkillList> => ({
  items: rows.map(skillItem),
  nextCursor,
})

/** A skill whose versions were all yanked has no latest version. */
function skillItem(row: SkillPage['rows'][number]): z.infer<typeof SkillList>['items'][number] {
  const deprecated = row.deprecatedMessage ?? undefined
  const updatedAt = row.publishedAt.getTime()
  const skill = {
    slug: `cli-app-${row.name}`,
    displayName: row.displayName,
    summary: summaryOf(row.summary, deprecated),
    description: null,
    topics: row.tags,
    stats: { downloads: row.downloads },
    createdAt: row.createdAt.getTime(),
    updatedAt,
  }
  if (row.yankedReason !== null) return { ...skill, tags: {} }
  const latestVersion = {
    version: row.version,
    createdAt: updatedAt,
    changelog: changelog({ yanked: undefined, deprecated }),
  }
  return { ...skill, tags: { latest: row.version }, latestVersion }
}
