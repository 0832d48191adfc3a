import type { Queries } from '../../db/database.ts'
import { countListedApps } from '../../db/queries/app-rows.ts'

/** How many apps are listed: those that were not withdrawn. */
export const countApps = (db: Queries): Promise<number> => countListedApps(db)
