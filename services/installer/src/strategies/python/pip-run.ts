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
  /** Version and place of the Python that the environment is made from. */
  python: string
  /** The pip that its environments get can leave out files by the time of their upload. */
  knowsUploadTime?: boolean
  settings: ManagerSettings
}

export type PipRequest = PlanRequest<PipFacts> & {
  /** Repository that the manifest names. */
  git?: string
}

export type PipMethod = MethodOf<'pip'>

/** A step of pip or uv, with the user's settings and without their files. */
export function pipStep(title: string, request: PipRequest, argv: readonly string[]): Step & { step: 'run' } {
  const { host, prefix, facts, allowed, git } = request
  const { settings, tool } = facts
  const cache = path.join(host.cache, tool === 'uv' ? 'uv' : 'pip')
  // What is built runs third-party code, which is not to write where other installs read.
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
      // No file of the machine or of the folder: what counts of the user's files stands in the variables.
      PIP_CONFIG_FILE: devNull,
      UV_NO_CONFIG: '1',
      UV_PYTHON_DOWNLOADS: 'never',
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

/** What `--allow-builds` calls it. */
export const buildName = (method: PipMethod): string =>
  'package' in method ? method.package : repositoryName(method.git)

/** A virtual environment of the program's own; `argv` lacks the folder. */
export const makeEnvironment = (request: PipRequest, argv: readonly string[]): Step & { step: 'run' } =>
  pipStep(t('pip-run.create-virtual-environment', 'create a virtual environment'), request, [
    ...argv,
    venv(request.prefix, '').folder,
  ])

/** Options that say which files of which index count. uv refuses to build a repository when it is told to take wheels only. */
export const chosenFiles = (request: PipRequest, { mayBuild = false } = {}): string[] => [
  ...(mayBuild ? [] : wheelsOnly(request.allowed)),
  ...indexOption(request),
]

/** Shown in the plan where it is not PyPI; with a user or password it stands in the settings alone. */
function indexOption({ facts: { settings } }: PipRequest): string[] {
  const [index = pypi] = settings.sources
  return index === pypi || index.includes('@') ? [] : ['--index-url', index]
}

/** Wheels alone, but for the packages that a person lets be built. */
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
