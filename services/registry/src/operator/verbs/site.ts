import path from 'node:path'
import * as z from 'zod'
import { exportSite as writeDocuments } from '../../export/export-site.ts'
import { verb } from '../verb.ts'

export const exportSite = verb(
  z.strictObject({
    folder: z.string().refine(path.isAbsolute, 'must be absolute'),
    max_age_days: z.int().min(1).nullable().optional(),
  }),
  z.object({ folder: z.string(), files: z.int(), unchanged: z.int(), bytes: z.int() }),
  async ({ database, signer, now }, { folder, max_age_days: maxAgeDays }) =>
    writeDocuments(database.queries, { folder, signer: await signer(), now: now(), maxAgeDays }),
)
