import { devNull } from 'node:os'
import path from 'node:path'
import type { LockedArtifact, MethodOf } from '@cli-apps/core'
import { t } from '@cli-apps/core'
import type { ManagerSettings } from '../../managers/manager-settings.ts'
import { pypi } from '../../managers/pip-settings.ts'
import { registryHosts, sourceHosts } from '../../managers/registry-hosts.ts'
import { repositoryName } from '../repository-name.ts'
import { homeMark, type Step } from '../step.ts'
import type { Allowances, PlanRequest, StrategyHost } from '../strategy.ts'
import { compiled } from './pip-report.ts'
import { isFromGit, requirementsText } from './pip-requirements.ts'

export interface PipFacts {
  tool: 'uv' | 'python'
  /** Version and location of the Python that the environment is made from. */
  python: string
  /** The pip that its environments get can exclude files by their upload time. */
  knowsUploadTime?: boolean
  settings: ManagerSettings
}

export type PipRequest = PlanRequest<PipFacts> & {
  /** Repository that the manifest names. */
  git?: string
}

export type PipMethod = MethodOf<'pip'>

/** Returns a step of pip or uv, with the user's settings but without their configuration files. */
export function pipStep(title: string, request: PipRequest, argv: readonly string[]): Step & { step: 'run' } {
  const { host, prefix, facts, allowed, git } = request
  const { settings, tool } = facts
  const cache = path.join(host.cache, tool === 'uv' ? 'uv' : 'pip')
  // A build runs third-party code, which must not write where other installs read.
  const builds = allowed.builds.length > 0
  const cacheVariable = tool === 'uv' ? 'UV_CACHE_DIR' : 'PIP_CACHE_DIR'
  return {
    step: 'run',
    title,
    argv,
    cwd: prefix,
    manager: 'pip',
    env: {
      ...settings.variables,
      [cacheVariable]: builds ? `${homeMark}/cache` : cache,
      // No configuration file of the machine or the folder: the variables contain the accepted settings of the user.
      PIP_CONFIG_FILE: devNull,
      UV_NO_CONFIG: '1',
      UV_PYTHON_DOWNLOADS: 'never',
      // Byte code that a start leaves behind would differ from install to install.
      PYTHONDONTWRITEBYTECODE: '1',
    },
    confinement: {
      hosts: [...registryHosts(settings.sources, host.hosts), ...sourceHosts(git === undefined ? [] : [git])],
      readable: settings.readable,
      writable: builds ? [] : [cache],
      files: settings.files,
      proxies: settings.proxies,
    },
  }
}

export const pythonPath = ({ paths }: StrategyHost): string | undefined => paths.python3 ?? paths.python

export function venv(prefix: string, bin: string): { folder: string; python: string; script: string } {
  const folder = path.join(prefix, 'venv')
  return process.platform === 'win32'
    ? {
        folder,
        python: path.join(folder, 'Scripts', 'python.exe'),
        script: path.join(folder, 'Scripts', `${bin}.exe`),
      }
    : { folder, python: path.join(folder, 'bin', 'python'), script: path.join(folder, 'bin', bin) }
}

export const gitUrl = ({ git, commit, subdirectory }: Extract<PipMethod, { git: string }>): string =>
  `git+${git}@${commit}${subdirectory === undefined ? '' : `#subdirectory=${subdirectory}`}`

export const specOf = (method: PipMethod): string =>
  'package' in method ? `${method.package}==${method.version}` : gitUrl(method)

/** Returns its name in `--allow-builds`. */
export const buildName = (method: PipMethod): string =>
  'package' in method ? method.package : repositoryName(method.git)

/** Returns the step that creates the program's own virtual environment; `argv` lacks the folder. */
export const makeEnvironment = (request: PipRequest, argv: readonly string[]): Step & { step: 'run' } =>
  pipStep(t('pip-run.create-virtual-environment', 'create a virtual environment'), request, [
    ...argv,
    venv(request.prefix, '').folder,
  ])

/**
 * Returns options that select the accepted files and indexes. uv does not build a repository if only wheels are
 * allowed.
 */
export const chosenFiles = (request: PipRequest, { mayBuild = false } = {}): string[] => [
  ...(mayBuild ? [] : wheelsOnly(request.allowed)),
  ...indexOption(request),
]

/** Shown in the plan if it is not PyPI; an index with a user or password is only in the settings. */
function indexOption({ facts: { settings } }: PipRequest): string[] {
  const [index = pypi] = settings.sources
  return index === pypi || index.includes('@') ? [] : ['--index-url', index]
}

/** Accepts only wheels, except for packages that the user allows to be built. */
const wheelsOnly = ({ builds }: Allowances): string[] => [
  '--only-binary',
  ':all:',
  ...builds.flatMap((name) => ['--no-binary', name]),
]

export function requirements(
  prefix: string,
  tree: readonly LockedArtifact[],
): { file: string; archives: readonly LockedArtifact[]; write: Step } {
  const archives = tree.filter((artifact) => !isFromGit(artifact))
  const file = path.join(prefix, compiled)
  return { file, archives, write: { step: 'write', file, content: requirementsText(archives) } }
}
