import type { Queries } from '../db/database.ts'
import { addInstalls } from '../db/queries/install-rows.ts'
import { utcDay } from './read/get-installs.ts'
import { createTally } from './tally.ts'

/** Installs that users report, by app and day. */
export interface InstallTally {
  count(app: string): void
  write(db: Queries): Promise<void>
}

export function createInstallTally(now: () => Date): InstallTally {
  const tally = createTally((db, counts) =>
    addInstalls(
      db,
      [...counts].map(([key, installs]) => {
        const [day = '', app = ''] = key.split(' ')
        return { app, day, installs }
      }),
    ),
  )
  return { count: (app) => tally.count(`${utcDay(now().getTime())} ${app}`), write: tally.write }
}
