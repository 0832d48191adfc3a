import { type AppManifest, isReservedVariable } from '@cli-apps/core'

/** What an app sees of the environment, and what is to be said about it. */
export interface AppEnvironment {
  env: Record<string, string>
  /** Granted values that must not be shown again. */
  secrets: string[]
  /** Declared as required, and not granted. */
  missing: string[]
  /** Granted, and not declared: not passed. */
  undeclared: string[]
  /** Granted and declared, and never passed: it would change which program runs or what is loaded into it. */
  reserved: string[]
}

/** The clean environment and, of what the host granted, what the manifest declares. */
export function appEnvironment(
  base: Readonly<Record<string, string>>,
  declared: NonNullable<AppManifest['requires']>['env'] = [],
  granted: Readonly<Record<string, string>> = {},
): AppEnvironment {
  const requested = declared.filter(({ name }) => Object.hasOwn(granted, name))
  const given = requested.filter(({ name }) => !isReservedVariable(name))
  const grantedTo = (name: string): string => granted[name] ?? ''
  return {
    env: { ...base, ...Object.fromEntries(given.map(({ name }) => [name, grantedTo(name)])) },
    secrets: given.filter(({ secret }) => secret).map(({ name }) => grantedTo(name)),
    missing: declared.filter((one) => one.required && !given.includes(one)).map(({ name }) => name),
    reserved: requested.filter((one) => !given.includes(one)).map(({ name }) => name),
    undeclared: Object.keys(granted).filter((name) => !declared.some((one) => one.name === name)),
  }
}
