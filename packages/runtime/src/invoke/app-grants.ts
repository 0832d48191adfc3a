import type { InstallRecord } from '@cli-apps/core'
import { grantsOf, readGrants } from '@cli-apps/core/node'
import type { Grants } from '../options.ts'

/** Values that are granted to one installed app. */
export type FindGrants = (record: InstallRecord) => Promise<Readonly<Record<string, string>>>

/**
 * What the host gives, and beneath it what the user keeps for the app with `cli-apps env set`. The user's file is looked
 * at for each run, so that changes count at once, and only for apps that declare variables.
 */
export function openGrants(given: Grants, userFile: string | undefined): FindGrants {
  return async (record) => {
    const { name, registry, manifest } = record
    const fromHost = Object.hasOwn(given, name) ? given[name] : undefined
    const isDeclaring = (manifest.requires?.env ?? []).length > 0
    if (userFile === undefined || !isDeclaring) return fromHost ?? {}
    const fromUser = grantsOf(await readGrants(userFile), { app: name, registry })
    return { ...Object.fromEntries(fromUser), ...fromHost }
  }
}
