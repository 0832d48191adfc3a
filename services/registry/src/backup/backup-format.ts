import * as z from 'zod'

/*
 * A backup is gzip over lines of JSON: a head; for each table a section, which says how many rows follow, and the rows; and
 * an end with the sha256 of all lines before it.
 */

export const BackupHead = z.object({
  format: z.literal('cli-apps-registry-backup'),
  /** Grows when an older program could not read it any more. */
  version: z.int().min(1),
  created_at: z.string(),
})
export const backupVersion = 1

export const BackupSection = z.object({
  table: z.string(),
  columns: z.array(z.string()).min(1),
  rows: z.int().min(0),
})
export type BackupSection = z.infer<typeof BackupSection>

export const BackupEnd = z.object({ digest: z.string() })

/** Rows by table. */
export const BackupCounts = z.record(z.string(), z.int())
export type BackupCounts = z.infer<typeof BackupCounts>
