import path from 'node:path'
import { UsageError } from '@cli-apps/core'
import * as z from 'zod'
import { exportSite } from '../../export/export-site.ts'
import { verb } from '../verb.ts'

const Order = z.strictObject({
  folder: z.string().refine(path.isAbsolute, 'must be absolute'),
  max_age_days: z.int().min(1).nullable().optional(),
  public_url: z.url({ protocol: /^https?$/ }).optional(),
})
const Report = z.object({ folder: z.string(), files: z.int(), unchanged: z.int(), bytes: z.int() })

export const siteVerbs = {
  exportSite: verb(
    Order,
    Report,
    async (
      { database, config, signer: find, now },
      { folder, max_age_days: maxAgeDays, public_url: publicUrl },
    ) => {
      const signer = await find()
      if (signer === undefined && maxAgeDays !== undefined)
        throw new UsageError('export.no-key', '--max-age requires a signing key.', {
          hint: 'Omit --max-age, or generate a key with "keys generate FILE" and name it with --signing-key.',
        })
      return exportSite(database.queries, {
        folder,
        signer,
        now: now(),
        maxAgeDays,
        publicUrl,
        contact: config.contact,
      })
    },
  ),
}
