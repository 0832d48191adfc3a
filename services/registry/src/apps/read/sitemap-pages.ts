import type { Queries } from '../../db/database.ts'
import { firstPlaybookNames } from '../../db/queries/playbook-rows.ts'
import { appsWithTimes } from '../../db/queries/sitemap-rows.ts'
import { countApps } from './count-apps.ts'

/** Each app has two addresses, and no part of a sitemap may have more than 50,000. */
const partSize = 20_000
const mostPlaybooks = 2000

/** Returns how many parts the sitemap has. */
export const countSitemapParts = async (db: Queries): Promise<number> =>
  Math.max(1, Math.ceil((await countApps(db)) / partSize))

/** Returns the pages of one part, from 1 on, by their paths. The first part has those of playbooks, too. */
export async function sitemapPages(db: Queries, part: number): Promise<{ path: string; updated?: Date }[]> {
  const apps = await appsWithTimes(db, { offset: (part - 1) * partSize, limit: partSize })
  const playbooks = part === 1 ? await firstPlaybookNames(db, mostPlaybooks) : []
  return [
    ...playbooks.map((name) => ({ path: `playbooks/${encodeURIComponent(name)}` })),
    ...apps.map(({ name, updated }) => ({ path: `apps/${encodeURIComponent(name)}`, updated })),
  ]
}
