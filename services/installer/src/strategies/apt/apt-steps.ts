import { type MethodOf, t } from '@cli-apps/core'
import type { Step } from '../step.ts'
import type { StrategyHost } from '../strategy.ts'

type Method = MethodOf<'apt'>

/** Installs no package that was not confirmed, and removes none. */
export const carefully = ['--yes', '--no-install-recommends', '--no-remove']

export function aptRemoval(method: Method, host: StrategyHost, companions: readonly string[] = []): Step {
  const title =
    companions.length === 0
      ? t('apt.remove-apt', 'remove {package} with apt', { package: method.package })
      : t(
          'apt.remove-apt-packages-installed',
          'remove {package} with apt, and the packages installed with it that need it: {companions}',
          { package: method.package, companions: companions.join(', ') },
        )
  return privileged(host, title, ['remove', '--yes', '--', method.package, ...companions])
}

export function privileged(host: StrategyHost, title: string, args: readonly string[]): Step {
  // apt waits for another running package manager instead of failing.
  const command = [host.paths['apt-get'] ?? 'apt-get', '-o', 'DPkg::Lock::Timeout=300', ...args]
  const argv = host.isRoot ? command : [host.paths.sudo ?? 'sudo', '-n', ...command]
  return {
    step: 'run',
    title,
    argv,
    cwd: '/',
    manager: 'apt',
    asRoot: true,
    env: { DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' },
  }
}

/** Stops before apt installs a substitute for the package, such as the only provider of a virtual package. */
export const proofOfInstall = ({ package: name }: Method, host: StrategyHost): Step => ({
  step: 'run',
  title: t('apt.check-apt-installs-itself', 'check that apt installs {name} itself', { name }),
  argv: [host.paths['apt-get'] ?? 'apt-get', '--simulate', 'install', ...carefully, '--', name],
  cwd: '/',
  manager: 'apt',
  env: { LC_ALL: 'C' },
  expect: `Inst ${name} `,
})
