import { resourceFolder } from '@cli-apps/core/node'
import * as z from 'zod'
import { migrateRegistry } from '../../apps/migrate-registry.ts'
import { seedCatalog } from '../../apps/publish/seed-catalog.ts'
import { verb } from '../verb.ts'

const SeedResult = z.object({
  published: z.array(z.string()),
  unchanged: z.array(z.string()),
  playbooks: z.object({
    loaded: z.array(z.string()),
    unchanged: z.array(z.string()),
    kept: z.array(z.string()),
  }),
  refused: z.array(z.object({ path: z.string(), message: z.string(), rule: z.string().optional() })),
})

export const catalogVerbs = {
  migrate: verb(
    z.strictObject({}),
    z.object({ database: z.enum(['postgres', 'embedded']) }),
    async ({ database }) => {
      await migrateRegistry(database)
      return { database: database.kind }
    },
  ),
  seed: verb(z.strictObject({}), SeedResult, async ({ database, now, changed, signer }) => {
    const report = await seedCatalog(database.queries, {
      folder: resourceFolder('catalog'),
      now: now(),
      signer: await signer(),
    })
    changed()
    return report
  }),
}
