import { InvalidError, t } from '@cli-apps/core'
import { isExecutableFile, joinOutput, readShebang, runProcess } from '@cli-apps/core/node'
import { readPipSettings } from '../../managers/pip-settings.ts'
import { managerQueryEnvironment } from '../ask-manager.ts'
import type { Allowances, Permission, Strategy, StrategyHost } from '../strategy.ts'
import { aboutPython } from './about-python.ts'
import { readPipArtifacts, tellingFiles } from './pip-report.ts'
import { requireLockedProject } from './pip-requirements.ts'
import { buildName, type PipMethod as Method, type PipFacts, pythonPath, venv } from './pip-run.ts'
import { pipSteps } from './pip-steps.ts'
import { uvSteps } from './uv-steps.ts'

/**
 * Python packages, each in its own virtual environment.
 * Installed from wheels, so that no third-party setup code runs unless the user allows it.
 */
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
    const argv = await startOf(prefix, bin)
    if (argv === undefined) {
      const name = 'package' in method ? method.package : method.git
      throw new InvalidError(
        'install.no-executable',
        t('pip.does-not-contain-executable', '{name} does not contain the executable {bin}.', { name, bin }),
        {
          hint: t('pip.manifest-names-wrong-package', 'The manifest names the wrong package or entry point.'),
        },
      )
    }
    return { argv, artifacts: await readPipArtifacts(prefix), reports: tellingFiles(prefix) }
  },

  findOther: (_method, { bin, prefix }) => startOf(prefix, bin),
}

/** Scripts run with an explicit interpreter: if its path is too long for the kernel, pip writes a shell line. */
async function startOf(prefix: string, bin: string): Promise<string[] | undefined> {
  const { python, script } = venv(prefix, bin)
  if (!(await isExecutableFile(script))) return undefined
  const isScript = process.platform !== 'win32' && (await readShebang(script)) !== undefined
  return isScript ? [python, script] : [script]
}

/** Identifies the Python: a virtual environment is tied to its exact version and location. */
async function pythonFacts(host: StrategyHost): Promise<Pick<PipFacts, 'python' | 'knowsUploadTime'>> {
  const python = pythonPath(host)
  if (python === undefined) return { python: t('pip.selected-uv', 'selected by uv') }
  const env = managerQueryEnvironment(host)
  const asked = [python, '-c', aboutPython]
  const { exitCode, stdout } = await runProcess(asked, { cwd: '/', env, timeout: 20_000 })
  if (exitCode !== 0) return { python }
  const [version = '', pipVersion = ''] = joinOutput(stdout).trim().split('\n')
  return { python: version, knowsUploadTime: Number.parseInt(pipVersion, 10) >= 26 }
}

function buildPermissions(method: Method, { builds }: Allowances): Permission[] {
  if ('package' in method) return []
  const name = buildName(method)
  return [
    {
      option: `--allow-builds ${name}`,
      reason: t(
        'pip.comes-from-git-built',
        'it comes from git ({git}) and is built from source, which runs third-party code',
        { git: method.git },
      ),
      granted: builds.includes(name),
    },
  ]
}
