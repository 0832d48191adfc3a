import { type InstallMethod, t } from '@cli-apps/core'
import type { Step } from '../../strategies/step.ts'

/** Returns the host that a plan's steps take the program from; `undefined` where nothing is fetched or it is unknown. */
export function methodOrigin(install: InstallMethod, steps: readonly Step[]): string | undefined {
  // The first host of the steps is that of the index, which has only the dependencies of a program from git.
  if (steps.length > 0 && 'git' in install) return new URL(install.git).host
  for (const step of steps) {
    if (step.step === 'download') return new URL(step.url).host
    if (step.step === 'packages') return firstHost(step.packages)
    const [host] = step.step === 'run' ? (step.confinement?.hosts ?? []) : []
    if (host !== undefined) return host.hostname
  }
  return steps.length === 0 ? undefined : systems[install.method]
}

const firstHost = ([first]: readonly { url: string }[]): string | undefined =>
  first && new URL(first.url).host

const systems: Readonly<Partial<Record<InstallMethod['method'], string>>> = {
  brew: 'Homebrew',
  winget: 'winget',
  scoop: 'scoop',
}

/** Names what a method installs and where from, for a list of alternatives: `apt jq`, `binary from github.com`. */
export function methodName(method: InstallMethod, platform: string): string {
  const name = nameIn(method, platform)
  return name === undefined ? method.method : `${method.method} ${name}`
}

function nameIn(method: InstallMethod, platform: string): string | undefined {
  switch (method.method) {
    case 'npm':
    case 'apt':
    case 'debian':
      return method.package
    case 'pip':
      return 'package' in method ? method.package : method.git
    case 'cargo':
      return 'crate' in method ? method.crate : method.git
    case 'go':
      return method.module
    case 'brew':
      return 'cask' in method ? method.cask : method.formula
    case 'winget':
    case 'scoop':
      return method.id
    case 'binary': {
      const url = Object.entries(method.platforms).find(([key]) => key === platform)?.[1]?.url
      return url && t('method-origin.from', 'from {host}', { host: new URL(url).host })
    }
    case 'bundled':
      return method.detect
    case 'adopted':
      return 'detect' in method ? method.detect : `./${method.path}`
  }
}
