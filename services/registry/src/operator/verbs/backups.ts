import path from 'node:path'
import * as z from 'zod'
import { BackupCounts } from '../../backup/backup-format.ts'
import { restoreBackup } from '../../backup/restore-backup.ts'
import { writeBackup } from '../../backup/write-backup.ts'
import { verb } from '../verb.ts'

const File = z.string().refine(path.isAbsolute, 'must be absolute')
const Report = z.object({ file: z.string(), rows: BackupCounts })

export const backupVerbs = {
  backup: verb(
    z.strictObject({ file: File, force: z.boolean().default(false) }),
    Report,
    async ({ database, now }, { file, force }) => ({
      file,
      rows: await writeBackup(database.queries, { file, now: now(), force }),
    }),
  ),
  restore: verb(z.strictObject({ file: File }), Report, async ({ database, changed }, { file }) => {
    const rows = await restoreBackup(database.queries, file)
    changed()
    return { file, rows }
  }),
}
