import path from 'node:path'
import { IntegrityError, type MethodOf, NotFoundError, t } from '@cli-apps/core'
import { exists } from '@cli-apps/core/node'
import { askManager, noAnswer } from '../ask-manager.ts'
import type { StrategyHost } from '../strategy.ts'
import { carefully } from './apt-steps.ts'

type Method = MethodOf<'apt'>

export interface DebianFacts {
  /** Version that dpkg has installed, or null. */
  installed: string | null
  /** Version that apt would install, or null when its lists do not know the package. */
  candidate: string | null
  /** Other packages that would be installed along with it. */
  others: string[]
  /** Those of them that are not installed yet in any version. */
  companions: string[]
  /** Bytes that would be downloaded, if apt reports them. */
  bytes: number | null
}

export async function dpkgVersion({ package: name }: Method, host: StrategyHost): Promise<string | null> {
  const format = ['--show', '--showformat=${db:Status-Status} ${Version}']
  const status = await askManager(host, ['dpkg-query', ...format, '--', name])
  // Status 1 means that dpkg-query never saw the package; any other failure is not an answer.
  if (status.exitCode !== 0 && status.exitCode !== 1) throw noAnswer('apt.no-answer', 'dpkg-query', status)
  const [state, version] = status.exitCode === 0 ? status.text.split(' ') : []
  return state === 'installed' ? (version ?? null) : null
}

/**
 * Returns the version that apt would install.
 * For apt, an unknown name is a pattern, and `apt-cache policy` answers with every package that matches.
 */
export async function candidateVersion(
  { package: name }: Method,
  host: StrategyHost,
): Promise<string | null> {
  const policy = await askManager(host, ['apt-cache', 'policy', '--', name])
  if (policy.exitCode !== 0) throw noAnswer('apt.no-answer', 'apt-cache', policy)
  const answers = policy.text.split(/^(?=\S)/m)
  const own = answers.find((answer) => answer.startsWith(`${name}:\n`))
  const candidate = own === undefined ? undefined : /^\s+Candidate: (\S+)$/m.exec(own)?.[1]
  return candidate === undefined || candidate === '(none)' ? null : candidate
}

/** Returns what apt would do. If a package cannot be installed, the install itself fails, with apt's own message. */
export async function simulateInstall(
  { package: name }: Method,
  host: StrategyHost,
  options: readonly string[] = [],
): Promise<Pick<DebianFacts, 'others' | 'companions' | 'bytes'>> {
  const [simulation, files] = await Promise.all(
    ['--simulate', '--print-uris'].map((mode) =>
      askManager(host, ['apt-get', mode, 'install', ...options, ...carefully, '--', name]),
    ),
  )
  const coming = [...(simulation?.text.matchAll(/^Inst (\S+)( \[)?/gm) ?? [])].map(([, other, replaced]) => ({
    other: other ?? '',
    isNew: replaced === undefined,
  }))
  const others = coming.filter(({ other }) => other !== name)
  if (simulation?.exitCode === 0 && others.length === coming.length)
    throw substitutedPackage(
      { method: 'apt', package: name },
      t('apt.simulation-does-not-install', 'its simulation does not install that package'),
    )
  const sizes = [...(files?.text.matchAll(/^'[^']+' \S+ (\d+)/gm) ?? [])].map(([, size]) => Number(size))
  return {
    others: others.map(({ other }) => other).sort(),
    // `Inst libc6 [2.36-9]` names the version that is already installed.
    companions: others.flatMap(({ other, isNew }) => (isNew ? [other] : [])).sort(),
    bytes: sizes.length === 0 ? null : sizes.reduce((sum, size) => sum + size, 0),
  }
}

/** Returns those of the packages that no user has requested since they were installed. */
export async function stillAutomatic(names: readonly string[], host: StrategyHost): Promise<string[]> {
  if (names.length === 0) return []
  const marks = await askManager(host, ['apt-mark', 'showauto', ...names])
  if (marks.exitCode !== 0) throw noAnswer('apt.no-answer', 'apt-mark', marks)
  const automatic = marks.text.split('\n')
  return names.filter((name) => automatic.includes(name))
}

/** Returns the names of all packages that would be removed with this one. Throws if apt does not report them. */
export async function simulateRemoval(method: Method, host: StrategyHost): Promise<string[]> {
  const simulation = await askManager(host, ['apt-get', '--simulate', 'remove', '--', method.package])
  const names = [...simulation.text.matchAll(/^Remv (\S+)/gm)].map(([, name]) => name ?? '')
  if (simulation.exitCode !== 0 || !names.includes(method.package))
    throw noAnswer('apt.no-answer', 'apt-get --simulate remove', simulation)
  return names
}

export async function findExecutable(
  method: Method,
  bin: string,
  host: StrategyHost,
): Promise<string | undefined> {
  const listing = await askManager(host, ['dpkg', '--listfiles', method.package])
  const listed = listing.text
    .split('\n')
    .find((file) => path.basename(file) === bin && /\/(s?bin|games)$/.test(path.dirname(file)))
  // The package creates some executables afterwards, as links (update-alternatives).
  const usual = path.join('/usr/bin', bin)
  return listed ?? ((await exists(usual)) ? usual : undefined)
}

/**
 * Refuses names that apt interprets.
 * An unknown name with a dot or a plus is a regular expression for apt, and one that ends in plus or minus an order to
 * install or remove, which the undo of an install would follow too.
 */
export function refusePattern(method: Method): void {
  if (!/[.+]|-$/.test(method.package)) return
  throw new NotFoundError(
    'apt.unknown-package',
    t(
      'apt.unknown-package',
      'apt does not know the package {package} and would treat the name as a pattern.',
      { package: method.package },
    ),
    {
      hint: t(
        'apt.unknown-package.hint',
        'Run "apt-get update" first. If apt still does not know it, the manifest names a package that this system does not have.',
      ),
    },
  )
}

export const substitutedPackage = ({ package: name }: Method, why: string): IntegrityError =>
  new IntegrityError(
    'apt.other-package',
    t('apt.other-package', 'apt treats {name} as something else: {why}.', { name, why }),
    {
      hint: t(
        'apt.other-package.hint',
        'It was not installed. Run "apt-get --simulate install {name}" to see what apt would do.',
        { name },
      ),
    },
  )
