import type { RunRecord } from '@cli-apps/core'
import { grantsOf, readGrants } from '@cli-apps/core/node'

/** What the user keeps for an app in their file. Throws like `readGrants`. */
export async function userGrants(
  file: string,
  { name, registry }: RunRecord,
): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries(grantsOf(await readGrants(file), { app: name, registry }))
}
