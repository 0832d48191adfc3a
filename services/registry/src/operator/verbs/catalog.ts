import { resourceFolder } from '@cli-apps/core/node'
import * as z from 'zod'
import { seedCatalog } from '../../apps/publish/seed-catalog.ts'
import { refreshOutdatedApps } from '../../apps/refresh-app.ts'
import { verb } from '../verb.ts'

export const migrate = verb(
  z.strictObject({}),
  z.object({ database: z.enum(['postgres', 'embedded']) }),
  async ({ database }) => {
    await database.migrate()
    await refreshOutdatedApps(database.queries)
    return { database: database.kind }
  },
)

export const seed = verb(
  z.strictObject({}),
  z.object({
    published: z.array(z.string()),
    unchanged: z.array(z.string()),
    refused: z.array(z.object({ path: z.string(), message: z.string(), rule: z.string().optional() })),
  }),
  async ({ database, now, changed, signer }) => {
    const report = await seedCatalog(database.queries, {
      folder: resourceFolder('catalog'),
      now: now(),
      signer: await signer(),
    })
    changed()
    return report
  },
)
