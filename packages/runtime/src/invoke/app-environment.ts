import type { AppManifest } from '@cli-apps/core'

/** What an app sees of the environment, and what is to be said about it. */
export interface AppEnvironment {
  env: Record<string, string>
  /** Granted values that must not be shown again. */
  secrets: string[]
  /** Declared as required, and not granted. */
  missing: string[]
  /** Granted, and not declared: not passed. */
  undeclared: string[]
}

/** The clean environment and, of what the host granted, what the manifest declares. */
export function appEnvironment(
  base: Readonly<Record<string, string>>,
  declared: NonNullable<AppManifest['requires']>['env'] = [],
  granted: Readonly<Record<string, string>> = {},
): AppEnvironment {
  const given = declared.filter(({ name }) => Object.hasOwn(granted, name))
  const grantedTo = (name: string): string => granted[name] ?? ''
  return {
    env: { ...base, ...Object.fromEntries(given.map(({ name }) => [name, grantedTo(name)])) },
    secrets: given.filter(({ secret }) => secret).map(({ name }) => grantedTo(name)),
    missing: declared.filter((one) => one.required && !given.includes(one)).map(({ name }) => name),
    undeclared: Object.keys(granted).filter((name) => !declared.some((one) => one.name === name)),
  }
}
