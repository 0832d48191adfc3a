import { countListedApps } from '../db/app-rows.ts'
import type { Queries } from '../db/database.ts'

/** How many apps are listed: those that were not withdrawn. */
export const countApps = (db: Queries): Promise<number> => countListedApps(db)
