import { isAppError, t } from '@cli-apps/core'
import {
  type AppGrants,
  changeGrants,
  type GrantIdentity,
  grantsOf,
  type Keyring,
  newAccount,
  type StoredVariable,
} from '@cli-apps/core/node'

/** Where values are kept: the file has all names, and either a value or the account of the keyring that has it. */
export interface GrantStore {
  file: string
  keyring: Keyring
}

export type GrantPlace = 'file' | 'keyring'

interface NewValue {
  name: string
  value: string
  place: GrantPlace
}

/**
 * Keeps a value for one app of one registry, in place of an earlier one. The file never leads to a value that is not in the keyring.
 * Returns what is left of an earlier value that could not be deleted.
 */
export async function storeGrant(
  { file, keyring }: GrantStore,
  whom: GrantIdentity,
  { name, value, place }: NewValue,
): Promise<string[]> {
  if (place === 'file')
    return deleteAccounts(keyring, accountsOf(await replaceVariable(file, whom, { name, value })))
  const account = newAccount(whom.app, name)
  await keyring.set(account, value)
  try {
    const before = await replaceVariable(file, whom, { name, keyring: account })
    return await deleteAccounts(keyring, accountsOf(before))
  } catch (error) {
    await keyring.delete(account).catch(() => {})
    throw error
  }
}

/** Returns what was there before. */
async function replaceVariable(
  file: string,
  whom: GrantIdentity,
  variable: StoredVariable,
): Promise<StoredVariable[]> {
  const { app, registry } = whom
  let replaced: StoredVariable | undefined
  await changeGrants(file, (grants) => {
    const stored = grantsOf(grants, whom)
    replaced = stored.get(variable.name)
    stored.set(variable.name, variable)
    const isIt = (one: AppGrants): boolean => one.app === app && one.registry === registry
    const env = [...stored.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
    return [...grants.filter((one) => !isIt(one)), { app, registry, env }].sort((a, b) =>
      `${a.app} ${a.registry}` < `${b.app} ${b.registry}` ? -1 : 1,
    )
  })
  return replaced === undefined ? [] : [replaced]
}

/**
 * Forgets the values of a name for an app, of whichever registry if none is named. Throws what the keyring throws if it has one of them: then the file
 * still leads to it.
 */
export async function forgetGrant(
  { file, keyring }: GrantStore,
  { app, registry }: { app: string; registry?: string | undefined },
  name: string,
): Promise<void> {
  const isIt = (one: StoredVariable): boolean => one.name === name
  const isOwn = (one: AppGrants): boolean =>
    one.app === app && (registry === undefined || one.registry === registry)
  await changeGrants(file, async (grants) => {
    const own = grants.filter(isOwn)
    for (const account of accountsOf(own.flatMap(({ env }) => env.filter(isIt))))
      await keyring.delete(account)
    return grants.map((one) => (isOwn(one) ? { ...one, env: one.env.filter((kept) => !isIt(kept)) } : one))
  })
}

const accountsOf = (variables: readonly StoredVariable[]): string[] =>
  variables.flatMap((one) => ('keyring' in one ? [one.keyring] : []))

/** The new value is in force: a keyring that is gone must not keep anybody from it. */
async function deleteAccounts(keyring: Keyring, accounts: readonly string[]): Promise<string[]> {
  const left: string[] = []
  for (const account of accounts) {
    try {
      await keyring.delete(account)
    } catch (error) {
      if (!isAppError(error)) throw error
      left.push(
        t(
          'change-grant.left',
          'The earlier value could not be deleted from the keyring, where it is called {account}. {reason}',
          { account, reason: error.message },
        ),
      )
    }
  }
  return left
}
