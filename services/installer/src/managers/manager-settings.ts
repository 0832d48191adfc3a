import { digestOf } from '@cli-apps/core/node'
import type { ProxyVariables } from './proxy-variables.ts'
import type { WorkspaceRegistry } from './workspace-registries.ts'

/** The user's configuration of one package manager, as far as it determines where packages come from. */
export interface ManagerSettings {
  /** URLs from which packages are fetched; may include local folders. */
  sources: readonly string[]
  /** Separates store entries of other sources from those of the manager's default; empty for the default. */
  origin: string
  /** Variables that pass the settings to the manager; some contain secrets. */
  variables: Readonly<Record<string, string>>
  /** Files below the home that the manager gets; some contain secrets. */
  files: Readonly<Record<string, string>>
  /** Files and folders of the user that the settings name, such as certificates. */
  readable: readonly string[]
  /** The manager's own proxies, or else those of the environment. */
  proxies: ProxyVariables
  /** Notices for the user, such as settings that are ignored. */
  remarks: readonly string[]
  /** Untrusted registries that files of the workspace name. */
  unused: readonly WorkspaceRegistry[]
}

/** Returns a digest of package sources, without user names and passwords. */
export const originOf = (places: readonly string[]): string =>
  digestOf(JSON.stringify(places.map((place) => place.replace(/\/\/[^/@]*@/, '//'))))
