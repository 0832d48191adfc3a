import type { Queries } from '../db/database.ts'
import {
  type PlaybookRow,
  playbooksDerivedOtherwise,
  type StoredPlaybook,
  setPlaybookDerived,
} from '../db/queries/playbook-rows.ts'
import { knownPlaybook } from './known-playbooks.ts'

/** Version of the derived columns' format: of how core makes terms of texts. */
const derivedFormat = 1

/** What finds a playbook: the apps that it uses, and its terms. */
export function derivedColumns(
  stored: StoredPlaybook,
): Pick<PlaybookRow, 'apps' | 'terms' | 'derivedFormat'> {
  const { apps, terms } = knownPlaybook(stored)
  return { apps: [...apps], terms: [...new Set([...terms.task, ...terms.call])], derivedFormat }
}

const batch = 100

/** Derives again what an older program derived, or what a backup had; runs at startup after the migrations. */
export async function refreshOutdatedPlaybooks(db: Queries): Promise<void> {
  for (;;) {
    const count = await db.transaction(async (tx) => {
      const rows = await playbooksDerivedOtherwise(tx, derivedFormat, batch)
      for (const row of rows) await setPlaybookDerived(tx, row.name, derivedColumns(row))
      return rows.length
    })
    if (count < batch) return
  }
}
