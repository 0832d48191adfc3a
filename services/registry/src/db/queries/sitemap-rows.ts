import { asc } from 'drizzle-orm'
import type { Queries } from '../database.ts'
import { apps, versions } from '../schema.ts'
import { isListed } from './apps/listed-apps.ts'

/** Returns one part of the listed apps, by name, with the time of the listed version. */
export const appsWithTimes = (
  db: Queries,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ name: string; updated: Date }[]> =>
  db
    .select({ name: apps.name, updated: versions.publishedAt })
    .from(apps)
    .innerJoin(versions, isListed)
    .orderBy(asc(apps.name))
    .limit(limit)
    .offset(offset)
