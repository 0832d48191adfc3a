import { digestOf } from '@cli-apps/core/node'
import type { ProxyVariables } from './proxy-variables.ts'
import type { WorkspaceRegistry } from './workspace-registries.ts'

/** What the user configured for one package manager, as far as it decides where packages come from. */
export interface ManagerSettings {
  /** URLs that packages are fetched from; folders of the user may be among them. */
  sources: readonly string[]
  /** What keeps apart in the store what came from elsewhere than the manager's default; empty for the default. */
  origin: string
  /** Variables that hand the settings to the manager; some hold secrets. */
  variables: Readonly<Record<string, string>>
  /** Files below the home that the manager gets; some hold secrets. */
  files: Readonly<Record<string, string>>
  /** Files and folders of the user that the settings name, such as certificates. */
  readable: readonly string[]
  /** The manager's own proxies; those of the environment where it has none. */
  proxies: ProxyVariables
  /** What a person should know, such as settings that do not count. */
  remarks: readonly string[]
  /** Registries that files of the workspace name and nobody trusts. */
  unused: readonly WorkspaceRegistry[]
}

/** Names the places that packages come from, without users and passwords. */
export const originOf = (places: readonly string[]): string =>
  digestOf(JSON.stringify(places.map((place) => place.replace(/\/\/[^/@]*@/, '//'))))
