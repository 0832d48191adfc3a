import path from 'node:path'
import { InvalidError, type LockedArtifact, type MethodOf } from '@cli-apps/core'
import { isExecutableFile, joinOutput, readShebang, runProcess } from '@cli-apps/core/node'
import { managerQueryEnvironment } from './ask-manager.ts'
import { compiled, readPipArtifacts, reports, resolved, source, tellingFiles } from './pip-report.ts'
import { isFromGit, normalName, requireLockedProject, requirementsText } from './pip-requirements.ts'
import { reportToRequirements } from './report-to-requirements.ts'
import type { Step } from './step.ts'
import type { Allowances, Permission, PlanRequest, Strategy, StrategyHost } from './strategy.ts'

const pypi = 'https://pypi.org/simple'

interface PipFacts {
  tool: 'uv' | 'python'
  /** Version and place of the Python that the environment is made from. */
  python: string
}
type Method = MethodOf<'pip'>
type Request = PlanRequest<PipFacts>

/** Python packages, each in a virtual environment of its own; from wheels, so that no stranger's setup code runs unless a person allows it. */
export const pip: Strategy<Method, PipFacts> = {
  owner: 'store',
  runsOn: (_host, { tool, python }, { builds }) =>
    [tool, python, ...(builds.length > 0 ? ['builds', ...builds] : [])].join(' '),
  detect: async (_method, host) => ({
    tool: host.paths.uv === undefined ? 'python' : 'uv',
    python: await pythonVersion(host),
  }),

  plan(method, request) {
    if ('package' in method && request.tree !== undefined)
      requireLockedProject({ name: method.package, version: method.version }, request.tree)
    return {
      steps: request.facts.tool === 'uv' ? uvSteps(method, request) : pipSteps(method, request),
      undo: [],
      adopted: false,
      permissions: buildPermissions(method, request.allowed),
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
async function pythonVersion(host: StrategyHost): Promise<string> {
  const python = pythonPath(host)
  if (python === undefined) return 'chosen by uv'
  const script = 'import sys; print(sys.version.split()[0], sys.executable)'
  const env = managerQueryEnvironment(host)
  const { exitCode, stdout } = await runProcess([python, '-c', script], { cwd: '/', env, timeout: 20_000 })
  return exitCode === 0 ? joinOutput(stdout).trim() : python
}

const pythonPath = (host: StrategyHost): string | undefined => host.paths.python3 ?? host.paths.python

function venv(prefix: string, bin: string): { folder: string; python: string; script: string } {
  const folder = path.join(prefix, 'venv')
  return process.platform === 'win32'
    ? {
        folder,
        python: path.join(folder, 'Scripts', 'python.exe'),
        script: path.join(folder, 'Scripts', `${bin}.exe`),
      }
    : { folder, python: path.join(folder, 'bin', 'python'), script: path.join(folder, 'bin', bin) }
}

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

const gitUrl = ({ git, commit, subdirectory }: Extract<Method, { git: string }>): string =>
  `git+${git}@${commit}${subdirectory === undefined ? '' : `#subdirectory=${subdirectory}`}`

const specOf = (method: Method): string =>
  'package' in method ? `${method.package}==${method.version}` : gitUrl(method)

function indexOption(host: StrategyHost): string[] {
  const mirror = host.mirror(pypi)
  return mirror === pypi ? [] : ['--index-url', mirror]
}

/** Wheels alone, but for the packages that a person lets be built. */
const wheelsOnly = ({ builds }: Allowances): string[] => [
  '--only-binary',
  ':all:',
  ...builds.flatMap((name) => ['--no-binary', name]),
]

/**
 * What nobody locked is resolved first, and then put in place by its digests like what is locked: a program comes out as
 * the same files either way, for pip marks in an environment what it was asked for by name.
 */
function pipSteps(method: Method, request: Request): Step[] {
  const { host, prefix, tree } = request
  const { folder, python } = venv(prefix, '')
  const makeEnvironment = run('make a virtual environment', prefix, [
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
      run('note the digests of what was resolved', prefix, rewrite),
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

const pipInstall = (
  title: string,
  report: string,
  what: readonly string[],
  { host, prefix, allowed }: Request,
): Step =>
  run(title, prefix, [
    venv(prefix, '').python,
    '-m',
    'pip',
    'install',
    '--no-input',
    '--disable-pip-version-check',
    '--no-warn-script-location',
    ...wheelsOnly(allowed),
    '--report',
    path.join(prefix, report),
    ...indexOption(host),
    ...what,
  ])

function requirements(
  prefix: string,
  tree: readonly LockedArtifact[],
): { file: string; archives: readonly LockedArtifact[]; write: Step } {
  const archives = tree.filter((artifact) => !isFromGit(artifact))
  const file = path.join(prefix, compiled)
  return { file, archives, write: { step: 'write', file, content: requirementsText(archives) } }
}

/** uv tells no digests when it installs, so it writes what it resolved with all digests first, and installs that. */
function uvSteps(method: Method, { host, prefix, tree, allowed }: Request): Step[] {
  const uv = host.paths.uv ?? 'uv'
  const { folder, python } = venv(prefix, '')
  const isGit = 'git' in method
  // uv refuses to build anything at all when it is told to take wheels only.
  const options = ['--python', python, ...(isGit ? [] : wheelsOnly(allowed)), ...indexOption(host)]
  const spec = specOf(method)
  const wanted = path.join(prefix, source)
  const file = path.join(prefix, compiled)
  const exactly = ['--no-deps', ...(isGit ? ['--verify-hashes'] : ['--require-hashes'])]
  const resolve: Step[] = [
    { step: 'write', file: wanted, content: `${spec}\n` },
    run(`resolve ${spec} with uv`, prefix, [
      uv,
      'pip',
      'compile',
      '--generate-hashes',
      '--no-header',
      '--no-annotate',
      ...options,
      '--output-file',
      file,
      '--',
      wanted,
    ]),
  ]
  return [
    run('make a virtual environment', prefix, [uv, 'venv', '--no-project', folder]),
    ...(tree === undefined ? resolve : [restoredRequirements(method, prefix, tree)]),
    run(`install ${spec} with uv`, prefix, [
      uv,
      'pip',
      'install',
      ...options,
      ...exactly,
      '--requirement',
      file,
    ]),
  ]
}

function restoredRequirements(method: Method, prefix: string, tree: readonly LockedArtifact[]): Step {
  const { file, write } = requirements(prefix, tree)
  if (!('git' in method) || write.step !== 'write') return write
  const named = tree.filter(isFromGit).map(({ name }) => `${normalName(name)} @ ${gitUrl(method)}\n`)
  return { step: 'write', file, content: named.join('') + write.content }
}

const run = (title: string, cwd: string, argv: readonly string[]): Step => ({
  step: 'run',
  title,
  argv,
  cwd,
  manager: 'pip',
})
