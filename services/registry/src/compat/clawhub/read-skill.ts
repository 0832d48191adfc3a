import { type AppDocument, skillName } from '@cli-apps/core'
import * as z from 'zod'
import { cursorText, parseCursor } from '../../apps/page-cursor.ts'
import type { AppSource } from '../app-source.ts'
import { markdown } from '../compat-document.ts'
import { headOf, latestOf, newestFirst, ownerOf, skillOf } from './skills.ts'
import type { SkillAnswer, VersionAnswer, VersionList } from './wire.ts'

/** A cursor names the last version of the previous page. */
const VersionPosition = z.strictObject({ version: z.string().max(100) })

export function readSkill(app: AppDocument): z.infer<typeof SkillAnswer> {
  const latest = latestOf(app)
  return {
    skill: skillOf(app),
    latestVersion: latest === undefined ? null : headOf(latest),
    owner: ownerOf(app),
    moderation: null,
  }
}

/** Returns one page of versions. Throws `UsageError` `query.bad-cursor`. */
export function readVersions(
  app: AppDocument,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): z.infer<typeof VersionList> {
  const versions = newestFirst(app)
  const after = cursor === undefined ? undefined : parseCursor(cursor, VersionPosition).version
  const from = after === undefined ? 0 : versions.findIndex(({ version }) => version === after) + 1
  const shown = versions.slice(from, from + limit)
  const last = shown.at(-1)
  const hasMore = last !== undefined && from + limit < versions.length
  return {
    items: shown.map(headOf),
    nextCursor: hasMore ? cursorText({ version: last.version }) : null,
  }
}

export async function readVersion(
  source: AppSource,
  app: AppDocument,
  entry: AppDocument['versions'][number],
): Promise<z.infer<typeof VersionAnswer>> {
  const { files } = await source.summary(app.name, entry)
  return {
    version: { ...headOf(entry), files: files.map((file) => ({ ...file, contentType: markdown })) },
    skill: { slug: skillName(app.name), displayName: app.display_name },
  }
}
