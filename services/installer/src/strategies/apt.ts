import path from 'node:path'
import { type MethodOf, NotFoundError, ProcessError, toLine } from '@cli-apps/core'
import { cleanEnvironment, exists, joinOutput, runProcess } from '@cli-apps/core/node'
import type { Step } from './step.ts'
import type { Strategy, StrategyHost } from './strategy.ts'

interface DebianFacts {
  /** Version that dpkg has installed, or null. */
  installed: string | null
  /** Version that apt would install, or null when its lists do not know the package. */
  candidate: string | null
}

/** Debian packages. What was there before is adopted and never removed; the system decides the version. */
export const apt: Strategy<MethodOf<'apt'>, DebianFacts> = {
  owner: 'system',
  refuse: (_method, host) =>
    host.isRoot || host.paths.sudo !== undefined ? undefined : 'apt needs root or sudo',
  runsOn: () => 'debian',

  async inspect(method, host) {
    const [status, policy] = await Promise.all([
      query(host, [
        'dpkg-query',
        '--show',
        '--showformat=${db:Status-Status} ${Version}',
        '--',
        method.package,
      ]),
      query(host, ['apt-cache', 'policy', '--', method.package]),
    ])
    // Status 1 is dpkg-query's word for a package that it never saw; anything else is no answer at all.
    if (status.exitCode !== 0 && status.exitCode !== 1) throw noAnswer('dpkg-query', status)
    if (policy.exitCode !== 0) throw noAnswer('apt-cache', policy)
    const [state, installed] = status.exitCode === 0 ? status.text.split(' ') : []
    const candidate = /^\s*Candidate: (\S+)$/m.exec(policy.text)?.[1]
    return {
      installed: state === 'installed' ? (installed ?? null) : null,
      candidate: candidate === undefined || candidate === '(none)' ? null : candidate,
    }
  },

  plan(method, { host, facts }) {
    if (facts.installed !== null) return { steps: [], undo: [], adopted: true }
    const update = privileged(host, 'read the package lists', ['update'])
    const install = privileged(host, `install ${method.package} with apt`, [
      'install',
      '--yes',
      '--no-install-recommends',
      '--',
      method.package,
    ])
    return {
      steps: facts.candidate === null ? [update, install] : [install],
      undo: [removal(method, host)],
      adopted: false,
    }
  },

  async find(method, { host, bin }) {
    const listing = await query(host, ['dpkg', '--listfiles', method.package])
    const listed = listing.text
      .split('\n')
      .find((file) => path.basename(file) === bin && /\/(s?bin|games)$/.test(path.dirname(file)))
    // Some executables are links that the package makes afterwards (update-alternatives).
    const usual = path.join('/usr/bin', bin)
    const program = listed ?? ((await exists(usual)) ? usual : undefined)
    if (program === undefined) {
      throw new NotFoundError(
        'install.no-executable',
        `The Debian package ${method.package} has no executable called ${bin}.`,
        {
          hint: 'The manifest names the wrong package, or needs "bin" for this method.',
        },
      )
    }
    const { installed } = await this.inspect(method, host)
    return {
      argv: [program],
      artifacts: [{ name: method.package, version: installed ?? '', integrity: null }],
    }
  },

  async remove(method, host) {
    const { installed } = await this.inspect(method, host)
    if (installed === null) return []
    const others = (await simulateRemoval(method, host)).filter((name) => name !== method.package)
    if (others.length > 0) {
      throw new ProcessError(
        'apt.others-would-go',
        `Removing ${method.package} would also remove ${others.join(', ')}.`,
        {
          hint: `Leave it, or remove it yourself with "apt-get remove ${method.package}".`,
        },
      )
    }
    return [removal(method, host)]
  },
}

const removal = (method: MethodOf<'apt'>, host: StrategyHost): Step =>
  privileged(host, `remove ${method.package} with apt`, ['remove', '--yes', '--', method.package])

function privileged(host: StrategyHost, title: string, args: readonly string[]): Step {
  // Another package manager at work is waited for, not stumbled over.
  const command = [host.paths['apt-get'] ?? 'apt-get', '-o', 'DPkg::Lock::Timeout=300', ...args]
  const argv = host.isRoot ? command : [host.paths.sudo ?? 'sudo', '-n', ...command]
  return {
    step: 'run',
    title,
    argv,
    cwd: '/',
    env: { DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' },
  }
}

/** Names of all packages that would go together with this one. Throws when apt does not say, for no proof is no consent. */
async function simulateRemoval(method: MethodOf<'apt'>, host: StrategyHost): Promise<string[]> {
  const simulation = await query(host, ['apt-get', '--simulate', 'remove', '--', method.package])
  const names = [...simulation.text.matchAll(/^Remv (\S+)/gm)].map(([, name]) => name ?? '')
  if (simulation.exitCode !== 0 || !names.includes(method.package))
    throw noAnswer('apt-get --simulate remove', simulation)
  return names
}

interface Answer {
  exitCode: number | null
  text: string
  complaint: string
}

/** What a command that only reads says. */
async function query(host: StrategyHost, argv: readonly string[]): Promise<Answer> {
  const env = { ...cleanEnvironment(host.environment), LC_ALL: 'C' }
  const { exitCode, stdout, stderr } = await runProcess(argv, { cwd: '/', env, timeout: 60_000 })
  return { exitCode, text: joinOutput(stdout), complaint: joinOutput(stderr) }
}

const noAnswer = (command: string, { exitCode, complaint }: Answer): ProcessError =>
  new ProcessError('apt.no-answer', `${command} does not answer: exit status ${exitCode}.`, {
    hint: complaint.trim() === '' ? 'Nothing was changed.' : `It said: ${toLine(complaint, 400)}`,
  })
