import type { AppManifest, InstallRecord } from '@cli-apps/core'
import { type AppGrants, grantsOf, type StoredVariable } from '@cli-apps/core/node'
import { declaredVariables } from './declared-variable.ts'

/** What one app may be given and what it has. Values are never in it. */
export interface GrantOverview {
  app: string
  registry: string
  variables: { name: string; description: string; required: boolean; secret: boolean; set: boolean }[]
  /** Required and not set. */
  missing: string[]
  /** Kept for it, and no longer declared: never passed on. */
  unused: string[]
  /** Names whose values are in the keyring; the file has all others. */
  keyring: string[]
}

export function describeGrants(
  record: Pick<InstallRecord, 'name' | 'registry'> & { manifest: Pick<AppManifest, 'requires'> },
  grants: readonly AppGrants[],
): GrantOverview {
  const { name: app, registry } = record
  const kept = grantsOf(grants, { app, registry })
  const variables = declaredVariables(record).map(({ name, description, required, secret }) => ({
    name,
    description,
    required,
    secret,
    set: kept.has(name),
  }))
  return {
    app,
    registry,
    variables,
    missing: variables.filter(({ required, set }) => required && !set).map(({ name }) => name),
    unused: [...kept.keys()].filter((name) => !variables.some((one) => one.name === name)),
    keyring: inKeyring([...kept.values()]),
  }
}

/** What is kept for apps that are not installed in this workspace: names only. */
export const grantsElsewhere = (
  grants: readonly AppGrants[],
  here: readonly Pick<GrantOverview, 'app' | 'registry'>[],
): { app: string; registry: string; names: string[]; keyring: string[] }[] =>
  grants
    .filter(({ app, registry }) => !here.some((one) => one.app === app && one.registry === registry))
    .map(({ app, registry, env }) => ({
      app,
      registry,
      names: env.map(({ name }) => name),
      keyring: inKeyring(env),
    }))

const inKeyring = (variables: readonly StoredVariable[]): string[] =>
  variables.filter((one) => 'keyring' in one).map(({ name }) => name)
