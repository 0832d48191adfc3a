import type { Signature } from '@cli-apps/core'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Queries } from '../database.ts'
import { versions } from '../schema.ts'

/**
 * Returns unsigned versions, locked until the transaction ends; skips those that another server is signing.
 */
export const unsignedVersions = (
  tx: Queries,
  limit: number,
): Promise<{ app: string; version: string; manifest: string }[]> =>
  tx
    .select({ app: versions.app, version: versions.version, manifest: versions.manifest })
    .from(versions)
    .where(sql`${versions.signatures} = '[]'::jsonb`)
    .orderBy(asc(versions.app), asc(versions.version))
    .limit(limit)
    .for('update', { skipLocked: true })

export async function setSignatures(
  tx: Queries,
  { app, version }: { app: string; version: string },
  signatures: Signature[],
): Promise<void> {
  await tx
    .update(versions)
    .set({ signatures })
    .where(and(eq(versions.app, app), eq(versions.version, version)))
}
