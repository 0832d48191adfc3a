import path from 'node:path'
import { InvalidError, type LockedArtifact, type MethodOf } from '@cli-apps/core'
import {
  cleanEnvironment,
  isExecutableFile,
  joinOutput,
  readJson,
  readShebang,
  runProcess,
} from '@cli-apps/core/node'
import * as z from 'zod'
import type { Step } from './step.ts'
import type { Strategy, StrategyHost } from './strategy.ts'

/** Part of pip's installation report, version 1 (pip documentation, "Installation Report"). */
const PipReport = z.object({
  install: z.array(
    z.object({
      metadata: z.object({ name: z.string(), version: z.string() }),
      download_info: z.object({
        archive_info: z.object({ hashes: z.record(z.string(), z.string()).optional() }).optional(),
      }),
    }),
  ),
})
const pypi = 'https://pypi.org/simple'

interface PipFacts {
  tool: 'uv' | 'python'
  /** Version and place of the Python that the environment is made from. */
  python: string
}

/** Python packages, each in a virtual environment of its own, from wheels only, so that no stranger's setup code runs. */
export const pip: Strategy<MethodOf<'pip'>, PipFacts> = {
  owner: 'store',
  refuse: (method) =>
    'git' in method ? 'a git source would run its build code; only wheels are installed' : undefined,
  runsOn: (_host, { tool, python }) => `${tool} ${python}`,
  inspect: async (_method, host) => ({
    tool: host.paths.uv === undefined ? 'python' : 'uv',
    python: await pythonVersion(host),
  }),

  plan(method, { host, prefix, facts }) {
    if ('git' in method) return { steps: [], undo: [], adopted: false }
    const spec = `${method.package}==${method.version}`
    const steps = facts.tool === 'uv' ? uvSteps(host, prefix, spec) : pipSteps(host, prefix, spec)
    return { steps, undo: [], adopted: false }
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
    return { argv: isScript ? [python, script] : [script], artifacts: await readArtifacts(method, prefix) }
  },
}

/** Which Python it is: a virtual environment is tied to its very version and place. */
async function pythonVersion(host: StrategyHost): Promise<string> {
  const python = pythonPath(host)
  if (python === undefined) return 'chosen by uv'
  const script = 'import sys; print(sys.version.split()[0], sys.executable)'
  const env = cleanEnvironment(host.environment)
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

function indexOption(host: StrategyHost): string[] {
  const mirror = host.mirror(pypi)
  return mirror === pypi ? [] : ['--index-url', mirror]
}

function pipSteps(host: StrategyHost, prefix: string, spec: string): Step[] {
  const { folder, python } = venv(prefix, '')
  const report = path.join(prefix, 'report.json')
  const options = [
    '--no-input',
    '--disable-pip-version-check',
    '--no-warn-script-location',
    '--only-binary',
    ':all:',
  ]
  const install = [
    python,
    '-m',
    'pip',
    'install',
    ...options,
    '--report',
    report,
    ...indexOption(host),
    '--',
    spec,
  ]
  return [
    {
      step: 'run',
      title: 'make a virtual environment',
      argv: [pythonPath(host) ?? 'python3', '-m', 'venv', folder],
      cwd: prefix,
    },
    { step: 'run', title: `install ${spec} with pip`, argv: install, cwd: prefix },
  ]
}

function uvSteps(host: StrategyHost, prefix: string, spec: string): Step[] {
  const uv = host.paths.uv ?? 'uv'
  const { folder, python } = venv(prefix, '')
  const install = [
    uv,
    'pip',
    'install',
    '--python',
    python,
    '--only-binary',
    ':all:',
    ...indexOption(host),
    '--',
    spec,
  ]
  return [
    {
      step: 'run',
      title: 'make a virtual environment',
      argv: [uv, 'venv', '--no-project', folder],
      cwd: prefix,
    },
    { step: 'run', title: `install ${spec} with uv`, argv: install, cwd: prefix },
  ]
}

/** uv writes no report, so an environment that it made is locked by the spec alone, without hashes of the tree. */
async function readArtifacts(method: MethodOf<'pip'>, prefix: string): Promise<LockedArtifact[]> {
  const report = await readJson(path.join(prefix, 'report.json'), PipReport, {
    what: "pip's report",
    code: 'pip.damaged',
    repair: 'Try the install again.',
  })
  if (report === undefined)
    return 'package' in method ? [{ name: method.package, version: method.version, integrity: null }] : []
  return report.install
    .map(({ metadata, download_info }) => {
      const sha256 = download_info.archive_info?.hashes?.sha256
      return {
        name: metadata.name,
        version: metadata.version,
        integrity: sha256 === undefined ? null : `sha256:${sha256}`,
      }
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}
