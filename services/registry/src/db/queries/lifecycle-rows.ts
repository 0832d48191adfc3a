import { and, eq } from 'drizzle-orm'
import type { Queries } from '../database.ts'
import { apps, distTags, versions } from '../schema.ts'
import type { AppRow } from './apps/app-rows.ts'

export async function setYanked(
  tx: Queries,
  app: string,
  version: string,
  yankedReason: string | null,
): Promise<void> {
  await tx.update(versions).set({ yankedReason }).where(isVersion(app, version))
}

export async function setDeprecated(
  tx: Queries,
  app: string,
  version: string,
  deprecatedMessage: string | null,
): Promise<void> {
  await tx.update(versions).set({ deprecatedMessage }).where(isVersion(app, version))
}

const isVersion = (app: string, version: string) => and(eq(versions.app, app), eq(versions.version, version))

export async function setTag(tx: Queries, app: string, tag: string, version: string): Promise<void> {
  await tx
    .insert(distTags)
    .values({ app, tag, version })
    .onConflictDoUpdate({ target: [distTags.app, distTags.tag], set: { version } })
}

export async function deleteTag(tx: Queries, app: string, tag: string): Promise<void> {
  await tx.delete(distTags).where(and(eq(distTags.app, app), eq(distTags.tag, tag)))
}

/** The columns of an app's removal; null while the app is not removed. */
type RemovalColumns = Pick<AppRow, 'removedAt' | 'removedMessage' | 'removedReplacement' | 'isWithheld'>

export async function setRemoval(tx: Queries, app: string, removal: RemovalColumns): Promise<void> {
  await tx.update(apps).set(removal).where(eq(apps.name, app))
}
