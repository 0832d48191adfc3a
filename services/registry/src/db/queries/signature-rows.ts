import type { Signature } from '@cli-apps/core'
import { asc, sql } from 'drizzle-orm'
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

/** Stores the signatures of these versions, in one statement. */
export async function setSignatures(
  tx: Queries,
  signed: readonly { app: string; version: string; signatures: Signature[] }[],
): Promise<void> {
  const rows = sql`jsonb_to_recordset(${JSON.stringify(signed)}::text::jsonb) as signed (app text, version text, signatures jsonb)`
  await tx
    .update(versions)
    .set({ signatures: sql`signed.signatures` })
    .from(rows)
    .where(sql`${versions.app} = signed.app and ${versions.version} = signed.version`)
}
