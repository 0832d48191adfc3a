import path from 'node:path'
import * as z from 'zod'
import { exportSite as writeDocuments } from '../../export/export-site.ts'
import { verb } from '../verb.ts'

export const exportSite = verb(
  z.strictObject({ folder: z.string().refine(path.isAbsolute, 'must be absolute') }),
  z.object({ folder: z.string(), files: z.int(), unchanged: z.int(), bytes: z.int() }),
  async ({ database, signer }, { folder }) =>
    writeDocuments(database.queries, { folder, signer: await signer() }),
)
