import path from 'node:path'
import { InvalidError } from '@cli-apps/core'
import { isExecutableFile, joinOutput, readShebang, runProcess } from '@cli-apps/core/node'
import { pypi, readPipSettings } from '../managers/pip-settings.ts'
import { aboutPython } from './about-python.ts'
import { managerQueryEnvironment } from './ask-manager.ts'
import { guardedPip } from './guarded-pip.ts'
import { compiled, constraints, readPipArtifacts, reports, resolved, tellingFiles } from './pip-report.ts'
import { normalName, requireLockedProject } from './pip-requirements.ts'
import {
  indexOption,
  type PipMethod as Method,
  type PipFacts,
  pipStep,
  type PipRequest as Request,
  requirements,
  specOf,
  venv,
  wheelsOnly,
} from './pip-run.ts'
import { reportToRequirements } from './report-to-requirements.ts'
import type { Step } from './step.ts'
import type { Allowances, Permission, Strategy, StrategyHost } from './strategy.ts'
import { uvSteps } from './uv-steps.ts'

/** Python packages, each in a virtual environment of its own; from wheels, so that no stranger's setup code runs unless a person allows it. */
export const pip: Strategy<Method, PipFacts> = {
  owner: 'store',
  runsOn: (_host, { tool, python, settings: { origin } }, { builds }) =>
    [
      tool,
      python,
      ...(builds.length > 0 ? ['builds', ...builds] : []),
      ...(origin === '' ? [] : ['from', origin]),
    ].join(' '),
  detect: async (_method, host) => ({
    tool: host.paths.uv === undefined ? 'python' : 'uv',
    ...(await pythonFacts(host)),
    settings: await readPipSettings(host),
  }),

  plan(method, asked) {
    const request = 'git' in method ? { ...asked, git: method.git } : asked
    if ('package' in method && request.tree !== undefined)
      requireLockedProject({ name: method.package, version: method.version }, request.tree)
    return {
      steps: request.facts.tool === 'uv' ? uvSteps(method, request) : pipSteps(method, request),
      undo: [],
      adopted: false,
      permissions: buildPermissions(method, request.allowed),
      remarks: [...request.facts.settings.remarks],
      unused: request.facts.settings.unused,
    }
  },

  async find(method, { bin, prefix }) {
    const { python, script } = venv(prefix, bin)
    if (!(await isExecutableFile(script))) {
      const name = 'package' in method ? method.package : method.git
      throw new InvalidError('install.no-executable', `${name} has no executable called ${bin}.`, {
        hint: 'The manifest names the wrong package or entry point.',
      })
    }
    // Scripts get their interpreter spelled out: where its path is too long for the kernel, pip writes a shell line.
    const isScript = process.platform !== 'win32' && (await readShebang(script)) !== undefined
    const argv = isScript ? [python, script] : [script]
    return { argv, artifacts: await readPipArtifacts(prefix), reports: tellingFiles(prefix) }
  },
}

/** Which Python it is: a virtual environment is tied to its very version and place. */
async function pythonFacts(host: StrategyHost): Promise<Pick<PipFacts, 'python' | 'knowsUploadTime'>> {
  const python = pythonPath(host)
  if (python === undefined) return { python: 'chosen by uv' }
  const env = managerQueryEnvironment(host)
  const asked = [python, '-c', aboutPython]
  const { exitCode, stdout } = await runProcess(asked, { cwd: '/', env, timeout: 20_000 })
  if (exitCode !== 0) return { python }
  const [version = '', pipVersion = ''] = joinOutput(stdout).trim().split('\n')
  return { python: version, knowsUploadTime: Number.parseInt(pipVersion, 10) >= 26 }
}

const pythonPath = (host: StrategyHost): string | undefined => host.paths.python3 ?? host.paths.python

/** What `--allow-builds` calls it. */
const buildName = (method: Method): string =>
  'package' in method
    ? method.package
    : path.posix.basename(new URL(method.git).pathname).replace(/\.git$/, '')

function buildPermissions(method: Method, { builds }: Allowances): Permission[] {
  if ('package' in method) return []
  const name = buildName(method)
  return [
    {
      option: `--allow-builds ${name}`,
      reason: `it comes from git (${method.git}) and is built here, which runs code of strangers`,
      granted: builds.includes(name),
    },
  ]
}

/**
 * What nobody locked is resolved first, and then put in place by its digests like what is locked: a program comes out as
 * the same files either way, for pip marks in an environment what it was asked for by name.
 */
function pipSteps(method: Method, request: Request): Step[] {
  const { host, prefix, tree } = request
  const { folder, python } = venv(prefix, '')
  const makeEnvironment = pipStep('make a virtual environment', request, [
    pythonPath(host) ?? 'python3',
    '-m',
    'venv',
    folder,
  ])
  const spec = specOf(method)
  const exactly = ['--no-deps', '--require-hashes', '--requirement', path.join(prefix, compiled)]
  const install = (title: string): Step => pipInstall(title, reports.archives, exactly, request)
  if (tree === undefined) {
    const title = `install ${spec} with pip`
    // A repository has no digest, and is built but once.
    if ('git' in method) return [makeEnvironment, pipInstall(title, reports.archives, ['--', spec], request)]
    const report = path.join(prefix, resolved)
    const rewrite = [python, '-I', '-c', reportToRequirements, report, path.join(prefix, compiled)]
    return [
      makeEnvironment,
      pipInstall(`resolve ${spec} with pip`, resolved, ['--dry-run', '--', spec], request),
      ...boundStep(method.package, spec, request),
      pipStep('note the digests of what was resolved', request, rewrite),
      install(title),
    ]
  }
  const { archives, write } = requirements(prefix, tree)
  const title = `put back the ${tree.length} packages of ${buildName(method)} that cli-apps.lock holds`
  return [
    makeEnvironment,
    ...(archives.length === 0 ? [] : [write, install(title)]),
    // There is no digest of a repository: its commit, which the manifest names, is one.
    ...('git' in method
      ? [pipInstall(`build ${spec} with pip`, reports.git, ['--no-deps', '--', spec], request)]
      : []),
  ]
}

/** pip before version 26 cannot be told how old releases must be, and later ones fail where an index does not say it. */
function boundStep(root: string, spec: string, request: Request): Step[] {
  const { prefix, dependencyAge, facts } = request
  if (dependencyAge === undefined) return []
  const { before, minimumAge, isStrict } = dependencyAge
  const file = path.join(prefix, constraints)
  const again = (...options: string[]): Step & { step: 'run' } => {
    const what = ['--dry-run', ...options, '--', spec]
    return pipInstall(`resolve ${spec} with older dependencies`, resolved, what, request)
  }
  return [
    {
      step: 'bound',
      report: path.join(prefix, resolved),
      root: normalName(root),
      before,
      minimumAge,
      isStrict,
      indexes: facts.settings.sources.length === 0 ? [pypi] : facts.settings.sources,
      again: again('--constraint', file),
      constraints: file,
      native: facts.knowsUploadTime ? again('--uploaded-prior-to', before.toISOString()) : undefined,
    },
  ]
}

const pipInstall = (
  title: string,
  report: string,
  what: readonly string[],
  request: Request,
): Step & { step: 'run' } => {
  const { prefix, allowed } = request
  return pipStep(title, request, [
    venv(prefix, '').python,
    ...guardedPip(allowed.builds),
    'install',
    '--no-input',
    '--disable-pip-version-check',
    '--no-warn-script-location',
    ...wheelsOnly(allowed),
    '--report',
    path.join(prefix, report),
    ...indexOption(request),
    ...what,
  ])
}
