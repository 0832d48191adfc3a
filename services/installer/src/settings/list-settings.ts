import type { WorkspaceFile } from '@cli-apps/core'
import { builtInCatalog } from '@cli-apps/core/node'
import type { InstallerConfig } from '../config.ts'

interface Setting {
  key: string
  value: string | string[]
  /** Where the value comes from. */
  source: 'environment' | 'workspace' | 'user' | 'default'
}

/** Returns the effective settings, each with its source. */
export function listSettings(
  {
    environmentRegistry,
    userRegistries,
    userLanguage,
    mirrors,
    hosts,
    environmentMirrors,
    policy,
    reportsInstalls,
  }: InstallerConfig,
  { registries }: WorkspaceFile,
): Setting[] {
  return [
    registrySetting(environmentRegistry, registries, userRegistries),
    ...(hosts.length === 0 ? [] : [{ key: 'hosts', value: [...hosts], source: 'user' as const }]),
    ...(userLanguage === undefined ? [] : [{ key: 'lang', value: userLanguage, source: 'user' as const }]),
    ...(reportsInstalls ? [{ key: 'report_installs', value: 'true', source: 'user' as const }] : []),
    ...Object.entries(policy ?? {}).map(([name, value]) => ({
      key: `policy.${name}`,
      value: Array.isArray(value) ? value.map(String) : String(value),
      source: 'user' as const,
    })),
    ...Object.entries(mirrors)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([from, to]) => ({
        key: `mirrors.${from}`,
        value: to,
        source: environmentMirrors.includes(from) ? ('environment' as const) : ('user' as const),
      })),
  ]
}

function registrySetting(
  environment: string | undefined,
  workspace: string[] | undefined,
  user: string[] | undefined,
): Setting {
  const key = 'registries'
  if (environment !== undefined) return { key, value: [environment], source: 'environment' }
  if (workspace !== undefined && workspace.length > 0) return { key, value: workspace, source: 'workspace' }
  if (user !== undefined && user.length > 0) return { key, value: user, source: 'user' }
  return { key, value: [builtInCatalog], source: 'default' }
}
