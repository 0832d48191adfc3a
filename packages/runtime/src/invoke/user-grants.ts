import { isReservedVariable, type RunRecord } from '@cli-apps/core'
import { grantsOf, type Keyring, readGrants, storedValue, systemKeyring } from '@cli-apps/core/node'

interface UserGrantsOptions {
  /** That of the system when absent. */
  keyring: Keyring | undefined
  /** Names that the host program gives. */
  overridden: readonly string[]
}

/**
 * What the user keeps for an app, in their file or in the keyring. A keyring is asked only for what the run gets: the value of any
 * other name in it is empty. Throws like `readGrants` and `storedValue`.
 */
export async function userGrants(
  file: string,
  { name: app, registry, manifest }: RunRecord,
  { keyring = systemKeyring, overridden }: UserGrantsOptions,
): Promise<Readonly<Record<string, string>>> {
  const declared = (manifest.requires?.env ?? []).map(({ name }) => name)
  const isPassed = (name: string): boolean =>
    declared.includes(name) && !overridden.includes(name) && !isReservedVariable(name)
  const stored = [...grantsOf(await readGrants(file), { app, registry }).values()]
  const values: [string, string][] = []
  // One after the other: each may have a person asked to unlock the keyring.
  for (const one of stored)
    values.push([
      one.name,
      'keyring' in one && !isPassed(one.name) ? '' : await storedValue(app, one, keyring),
    ])
  return Object.fromEntries(values)
}
