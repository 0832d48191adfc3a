import { NotFoundError } from '@cli-apps/core'
import type { Queries } from '../../db/database.ts'
import { listNamed } from '../../db/queries/apps/listed-apps.ts'
import { appsPublishedAs } from '../../db/queries/owner-rows.ts'
import { listEntryOf } from '../list-entry.ts'
import { type AppWithMethods, withMethods } from './list-apps.ts'

interface PublisherView {
  /** A user by name, an organization as `@name`. */
  name: string
  /** Number of all their listed apps. */
  count: number
  /** One page of them, by name. */
  apps: AppWithMethods[]
  /** The last name of the page, if others follow. */
  next: string | undefined
}

/** Returns one page of the apps of a publisher after a name. Throws `NotFoundError` `publisher.unknown` if there are none. */
export async function getPublisher(
  db: Queries,
  { name, after = '', limit }: { name: string; after?: string | undefined; limit: number },
): Promise<PublisherView> {
  const names = name.length <= 100 && !name.includes('\0') ? await appsPublishedAs(db, name) : []
  if (names.length === 0)
    throw new NotFoundError('publisher.unknown', `No app belongs to ${JSON.stringify(name.slice(0, 100))}.`, {
      hint: 'The page of an app links to its publishers.',
    })
  const shown = names.filter((app) => app > after).slice(0, limit)
  const rows = (await listNamed(db, shown)).map(listEntryOf).sort((a, b) => (a.name < b.name ? -1 : 1))
  const last = shown.at(-1)
  return {
    name,
    count: names.length,
    apps: await withMethods(db, rows),
    next: last !== undefined && last !== names.at(-1) ? last : undefined,
  }
}
