import type { RunRecord } from '@cli-apps/core'
import type { Keyring } from '@cli-apps/core/node'
import type { Grants } from '../options.ts'

/** Values that are granted to one installed app. */
export type FindGrants = (record: RunRecord) => Promise<Readonly<Record<string, string>>>

/**
 * What the host gives, and beneath it what the user keeps for the app with `cli-apps env set`. The user's file is looked
 * at for each run, so that changes apply immediately, and only for apps that declare variables.
 */
export function openGrants(
  given: Grants,
  userFile: string | undefined,
  keyring: Keyring | undefined,
): FindGrants {
  return async (record) => {
    const { name, manifest } = record
    const fromHost = Object.hasOwn(given, name) ? given[name] : undefined
    const isDeclaring = (manifest.requires?.env ?? []).length > 0
    if (userFile === undefined || !isDeclaring) return fromHost ?? {}
    // Most apps declare none, and reading the file takes schemas that a run does not need.
    const { userGrants } = await import('./user-grants.ts')
    const overridden = Object.keys(fromHost ?? {})
    return { ...(await userGrants(userFile, record, { keyring, overridden })), ...fromHost }
  }
}
