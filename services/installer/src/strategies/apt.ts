import path from 'node:path'
import { IntegrityError, type MethodOf, NotFoundError, ProcessError, t } from '@cli-apps/core'
import { exists } from '@cli-apps/core/node'
import { askManager, noAnswer } from './ask-manager.ts'
import type { Step } from './step.ts'
import type { Strategy, StrategyHost } from './strategy.ts'

type Method = MethodOf<'apt'>

interface DebianFacts {
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

/**
 * Debian packages. A package that was already installed is adopted and never removed; the system decides the version.
 */
export const apt: Strategy<Method, DebianFacts> = {
  owner: 'system',
  systemName: ({ package: name }) => name,
  refuse: (_method, host) =>
    host.isRoot || host.paths.sudo !== undefined
      ? undefined
      : t('apt.apt-needs-root-sudo', 'apt needs root or sudo'),
  runsOn: () => 'debian',

  async detect(method, host) {
    const [installed, candidate] = await Promise.all([
      installedVersion(method, host),
      candidateVersion(method, host),
    ])
    if (installed === null && candidate === null) refusePattern(method)
    const isNew = installed === null && candidate !== null
    return { installed, candidate, ...(isNew ? await simulateInstall(method, host) : nothingElse) }
  },

  plan(method, { host, facts }) {
    const offered = facts.candidate === null ? {} : { offeredVersion: facts.candidate }
    if (facts.installed !== null)
      return { steps: [], undo: [], adopted: true, packageVersion: facts.installed, ...offered }
    const update = privileged(host, t('apt.read-package-lists', 'read the package lists'), ['update'])
    const install = privileged(
      host,
      t('apt.install-apt', 'install {package} with apt', { package: method.package }),
      ['install', ...carefully, '--', method.package],
    )
    return {
      steps: facts.candidate === null ? [update, proofOfInstall(method, host), install] : [install],
      undo: [removal(method, host)],
      adopted: false,
      ...(facts.candidate !== null && { packageVersion: facts.candidate }),
      companions: facts.companions,
      remarks: remarksOn(method, facts),
      details: detailsOn(method, facts),
      ...(facts.bytes !== null && { size: { bytes: facts.bytes, of: 'download' as const } }),
    }
  },

  async find(method, { host, bin }) {
    const program = await findExecutable(method, bin, host)
    if (program === undefined) {
      throw new NotFoundError(
        'install.no-executable',
        t('install.no-executable', 'The Debian package {package} does not contain the executable {bin}.', {
          package: method.package,
          bin,
        }),
        {
          hint: t(
            'install.no-executable.hint',
            'The manifest names the wrong package, or needs "bin" for this method.',
          ),
        },
      )
    }
    const version = await installedVersion(method, host)
    if (version === null)
      throw otherPackage(
        method,
        t('apt.still-missing-after-install', 'it is still missing after the install'),
      )
    return { argv: [program], artifacts: [{ name: method.package, version, integrity: null }] }
  },

  async findOther(method, { host, bin }) {
    const program = await findExecutable(method, bin, host)
    return program === undefined ? undefined : [program]
  },

  version: installedVersion,

  async update(method, host) {
    const [installed, candidate] = await Promise.all([
      installedVersion(method, host),
      candidateVersion(method, host),
    ])
    if (installed === null || candidate === null || candidate === installed) return []
    await simulateInstall(method, host, ['--only-upgrade'])
    const title = t('apt.update-from-apt', 'update {package} from {installed} to {candidate} with apt', {
      package: method.package,
      installed,
      candidate,
    })
    return [privileged(host, title, ['install', '--only-upgrade', ...carefully, '--', method.package])]
  },

  async remove(method, host, companions) {
    if ((await installedVersion(method, host)) === null) return []
    const others = (await simulateRemoval(method, host)).filter((name) => name !== method.package)
    const ours = await stillAutomatic(
      others.filter((name) => companions.includes(name)),
      host,
    )
    const kept = others.filter((name) => !ours.includes(name))
    if (kept.length > 0) {
      throw new ProcessError(
        'apt.others-would-go',
        t('apt.others-would-go', 'Removing {package} would also remove {kept}.', {
          package: method.package,
          kept: kept.join(', '),
        }),
        {
          hint: t(
            'apt.others-would-go.hint',
            'Keep it, or remove it yourself with "apt-get remove {package}".',
            { package: method.package },
          ),
        },
      )
    }
    return [removal(method, host, ours)]
  },
}

async function findExecutable(method: Method, bin: string, host: StrategyHost): Promise<string | undefined> {
  const listing = await askManager(host, ['dpkg', '--listfiles', method.package])
  const listed = listing.text
    .split('\n')
    .find((file) => path.basename(file) === bin && /\/(s?bin|games)$/.test(path.dirname(file)))
  // The package creates some executables afterwards, as links (update-alternatives).
  const usual = path.join('/usr/bin', bin)
  return listed ?? ((await exists(usual)) ? usual : undefined)
}

/** Installs no package that was not confirmed, and removes none. */
const carefully = ['--yes', '--no-install-recommends', '--no-remove']
const nothingElse = { others: [], companions: [], bytes: null }

async function installedVersion({ package: name }: Method, host: StrategyHost): Promise<string | null> {
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
async function candidateVersion({ package: name }: Method, host: StrategyHost): Promise<string | null> {
  const policy = await askManager(host, ['apt-cache', 'policy', '--', name])
  if (policy.exitCode !== 0) throw noAnswer('apt.no-answer', 'apt-cache', policy)
  const answers = policy.text.split(/^(?=\S)/m)
  const own = answers.find((answer) => answer.startsWith(`${name}:\n`))
  const candidate = own === undefined ? undefined : /^\s+Candidate: (\S+)$/m.exec(own)?.[1]
  return candidate === undefined || candidate === '(none)' ? null : candidate
}

/**
 * Refuses names that apt interprets.
 * An unknown name with a dot or a plus is a regular expression for apt, and one that ends in plus or minus an order to
 * install or remove, which the undo of an install would follow too.
 */
function refusePattern(method: Method): void {
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

const otherPackage = ({ package: name }: Method, why: string): IntegrityError =>
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

function remarksOn({ package: name }: Method, { candidate, others }: DebianFacts): string[] {
  if (candidate === null)
    return [
      t(
        'apt.apt-does-not-know',
        'apt does not know {name} yet; its dependencies are known after the package lists are read',
        { name },
      ),
    ]
  if (others.length === 0) return []
  if (others.length > mostNamed)
    return [
      t(
        'apt.also-installs-many',
        '{name} also installs {count} packages ({others} …), which stay when it is removed unless they need it',
        { name, count: others.length, others: others.slice(0, mostNamed).join(', ') },
      ),
    ]
  return [alsoInstalls(name, others)]
}

/** Everything that comes along, where the remark names only some. */
const detailsOn = ({ package: name }: Method, { others }: DebianFacts): string[] =>
  others.length > mostNamed ? [alsoInstalls(name, others)] : []

const mostNamed = 5

const alsoInstalls = (name: string, others: readonly string[]): string =>
  t(
    'apt.also-installs-stay-when',
    '{name} also installs {others}, which stay when it is removed unless they need it',
    { name, others: others.join(', ') },
  )

function removal(method: Method, host: StrategyHost, companions: readonly string[] = []): Step {
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

function privileged(host: StrategyHost, title: string, args: readonly string[]): Step {
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
const proofOfInstall = ({ package: name }: Method, host: StrategyHost): Step => ({
  step: 'run',
  title: t('apt.check-apt-installs-itself', 'check that apt installs {name} itself', { name }),
  argv: [host.paths['apt-get'] ?? 'apt-get', '--simulate', 'install', ...carefully, '--', name],
  cwd: '/',
  manager: 'apt',
  env: { LC_ALL: 'C' },
  expect: `Inst ${name} `,
})

/** Returns what apt would do. If a package cannot be installed, the install itself fails, with apt's own message. */
async function simulateInstall(
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
    throw otherPackage(
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
async function stillAutomatic(names: readonly string[], host: StrategyHost): Promise<string[]> {
  if (names.length === 0) return []
  const marks = await askManager(host, ['apt-mark', 'showauto', ...names])
  if (marks.exitCode !== 0) throw noAnswer('apt.no-answer', 'apt-mark', marks)
  const automatic = marks.text.split('\n')
  return names.filter((name) => automatic.includes(name))
}

/** Returns the names of all packages that would be removed with this one. Throws if apt does not report them. */
async function simulateRemoval(method: Method, host: StrategyHost): Promise<string[]> {
  const simulation = await askManager(host, ['apt-get', '--simulate', 'remove', '--', method.package])
  const names = [...simulation.text.matchAll(/^Remv (\S+)/gm)].map(([, name]) => name ?? '')
  if (simulation.exitCode !== 0 || !names.includes(method.package))
    throw noAnswer('apt.no-answer', 'apt-get --simulate remove', simulation)
  return names
}
