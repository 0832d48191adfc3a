import type { MethodOf } from '@cli-apps/core'
import { t } from '@cli-apps/core'
import type { Permission } from '../strategy.ts'
import { isAllowedSource } from './npm-sources.ts'
import type { NpmRequest } from './npm-steps.ts'

/** Returns permissions for the install scripts that the package requires, according to the manifest. */
export function scriptPermissions(method: MethodOf<'npm'>, { bin, allowed }: NpmRequest): Permission[] {
  const { scripts = [] } = method
  if (scripts.length === 0) return []
  const names = scripts.join(', ')
  return [
    {
      option: `--allow-scripts ${scripts.join(',')}`,
      reason: t(
        'npm-permissions.requires-install-scripts-run',
        '{bin} requires the install scripts of {names}, which run third-party code',
        { bin, names },
      ),
      granted: scripts.every((name) => allowed.scripts.includes(name)),
    },
  ]
}

/** Returns permissions for packages from outside the registry, each by the URL that the lock names. */
export function sourcePermissions({ tree, allowed }: NpmRequest): Permission[] {
  const { sources } = allowed
  if (tree === undefined)
    return sources.length === 0
      ? []
      : [
          {
            option: `--allow-sources ${sources.join(',')}`,
            reason: t('npm-permissions.packages-may-also-come', 'packages may also come from {sources}', {
              sources: sources.join(', '),
            }),
            granted: true,
          },
        ]
  const external = tree.flatMap(({ name, url }) => (url === undefined ? [] : [{ name, url }]))
  if (external.length === 0) return []
  const named = external.map(({ name, url }) => `${name} (${url})`).join(', ')
  return [
    {
      option: `--allow-sources ${[...new Set(external.map(({ url }) => url))].join(',')}`,
      reason: t(
        'npm-permissions.cli-apps-lock-takes-packages',
        'cli-apps.lock takes packages from elsewhere than the registry: {named}',
        { named },
      ),
      granted: external.every(({ url }) => isAllowedSource(url, allowed.sources)),
    },
  ]
}

/** Returns a remark if the user allowed packages from git, but git is missing. */
export const missingGit = ({ host, allowed }: NpmRequest): string[] =>
  allowed.sources.length === 0 || host.paths.git !== undefined
    ? []
    : [
        t(
          'npm-permissions.git-not-path-so',
          'git is not on PATH, so packages from git repositories cannot be installed',
        ),
      ]
