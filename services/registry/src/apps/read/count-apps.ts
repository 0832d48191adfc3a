import type { Queries } from '../../db/database.ts'
import { countListedApps } from '../../db/queries/apps/listed-apps.ts'

/** Returns the number of listed apps; removed apps do not count. */
export const countApps = (db: Queries): Promise<number> => countListedApps(db)
