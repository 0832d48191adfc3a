import * as z from 'zod'

/*
 * A backup is gzipped JSON lines: a header; for each table a section with its number of rows, and the rows; and a
 * trailer with the sha256 of all lines before it.
 */

export const BackupHead = z.object({
  format: z.literal('cli-apps-registry-backup'),
  /** Incremented when older programs can no longer read the format. */
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

/** Number of rows by table. */
export const BackupCounts = z.record(z.string(), z.int())
export type BackupCounts = z.infer<typeof BackupCounts>
