import path from 'node:path'
import type { MethodOf } from '@cli-apps/core'
import { t } from '@cli-apps/core'
import { jsonText } from '@cli-apps/core/node'
import type { ManagerSettings } from '../managers/manager-settings.ts'
import { npmRegistry } from '../managers/npm-settings.ts'
import { registryHosts, sourceHosts } from '../managers/registry-hosts.ts'
import { sigstoreRepository } from '../provenance/npm-release.ts'
import { noGit, noShell } from './npm-sources.ts'
import { installedList, npmTreeFiles } from './npm-tree.ts'
import { homeMark, type Step, type StepConfinement } from './step.ts'
import type { PlanRequest } from './strategy.ts'

export interface NpmFacts {
  npmCli: string
  /**
   * This npm has options that refuse packages from outside the registry. Older ones must resolve first, for a check.
   */
  knowsSources: boolean
  settings: ManagerSettings
}

export type NpmRequest = PlanRequest<NpmFacts>
type Request = NpmRequest

export function resolveSteps(method: MethodOf<'npm'>, request: Request): Step[] {
  const spec = `${method.package}@${method.version}`
  const begin = writeStep(request, 'package.json', jsonText({ private: true }))
  const { dependencyAge } = request
  const before = dependencyAge === undefined ? [] : [`--before=${dependencyAge.before.toISOString()}`]
  const install = (title: string, ...more: string[]): Step =>
    runStep(request, title, ['install', '--save-exact', ...placing, ...before, ...more, '--', spec])
  const list = installedList(request.prefix)
  const vetted = [vetStep(method, request, list), proveStep(method, request, list)]
  if (request.facts.knowsSources && request.allowed.sources.length === 0)
    return [begin, install(t('npm-steps.install-npm', 'install {spec} with npm', { spec })), ...vetted]
  return [
    begin,
    install(t('npm-steps.resolve-npm', 'resolve {spec} with npm', { spec }), '--package-lock-only'),
    vetStep(method, request, path.join(request.prefix, 'package-lock.json')),
    runStep(request, t('npm-steps.install-npm', 'install {spec} with npm', { spec }), [
      'ci',
      '--prefer-offline',
      ...placing,
    ]),
    ...vetted,
  ]
}

export function restoreSteps(
  method: MethodOf<'npm'>,
  request: Request,
  tree: NonNullable<Request['tree']>,
): Step[] {
  const { packageJson, packageLock } = npmTreeFiles(method, tree, request.allowed.scripts)
  const title = t(
    'npm-steps.install-packages-cli-apps-lock',
    'install the {count} packages of {package} that cli-apps.lock contains',
    { count: tree.length, package: method.package },
  )
  // The cached metadata of a locked version never expires: its integrity decides.
  return [
    writeStep(request, 'package.json', packageJson),
    writeStep(request, 'package-lock.json', packageLock),
    runStep(request, title, ['ci', '--prefer-offline', ...placing]),
    vetStep(method, request, installedList(request.prefix)),
  ]
}

const vetStep = (method: MethodOf<'npm'>, { allowed, prefix }: Request, file: string): Step => ({
  step: 'vet',
  file,
  package: method.package,
  sources: allowed.sources,
  scripts: file === installedList(prefix) ? allowed.scripts : [],
})

/** Runs before the scripts of a package, and before any of its programs. */
const proveStep = (method: MethodOf<'npm'>, { host, facts }: Request, file: string): Step => ({
  step: 'prove',
  file,
  package: method.package,
  settings: facts.settings,
  sigstore: {
    mirror: host.mirror(sigstoreRepository),
    folder: path.join(path.dirname(host.cache), 'sigstore'),
  },
})

const writeStep = ({ prefix }: Request, name: string, content: string): Step => ({
  step: 'write',
  file: path.join(prefix, name),
  content,
})

/** Settings that users may set differently for projects, and that decide the tree that is read and locked. */
const placing = ['--ignore-scripts', '--install-strategy=hoisted', '--package-lock=true', '--global=false']

/** Shown in the plan if it is not npm's own registry; npm's settings contain it as well. */
const source = ({ sources: [registry = npmRegistry] }: ManagerSettings): string[] =>
  registry === npmRegistry ? [] : ['--registry', registry]

/** Settings that no file below the prefix and no package can change, as npm prefers variables to files. */
const forced = ({ host, allowed }: Request): Record<string, string> => {
  const git = allowed.sources.length === 0 ? noGit : (host.paths.git ?? noGit)
  const places = allowed.sources.length === 0 ? 'none' : 'all'
  return {
    npm_config_userconfig: `${homeMark}/.npmrc`,
    npm_config_globalconfig: `${homeMark}/.npmrc-of-machine`,
    npm_config_git: git,
    npm_config_allow_git: places,
    npm_config_allow_remote: places,
    npm_config_allow_file: 'none',
    npm_config_allow_directory: 'none',
    npm_config_update_notifier: 'false',
  }
}

function runStep(request: Request, title: string, args: readonly string[]): Step {
  const { host, facts, prefix } = request
  const [command = '', ...options] = args
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', ...source(facts.settings)]
  const cache = path.join(host.cache, 'npm')
  return {
    step: 'run',
    title,
    argv: [host.node.path, facts.npmCli, command, '--prefix', prefix, ...quiet, ...options],
    cwd: prefix,
    manager: 'npm',
    env: {
      ...forced(request),
      // For dependencies from git, npm starts itself again, and npm 10 always runs their "prepare": with this shell.
      npm_config_ignore_scripts: 'true',
      npm_config_script_shell: host.paths.true ?? noShell,
      npm_config_cache: cache,
    },
    confinement: { ...confinementOf(request), writable: [cache], files: facts.settings.files },
  }
}

function confinementOf({ host, facts: { settings }, allowed }: Request): StepConfinement {
  return {
    hosts: [...registryHosts(settings.sources, host.hosts), ...sourceHosts(allowed.sources)],
    readable: settings.readable,
    writable: [],
    files: {},
    proxies: settings.proxies,
  }
}

/**
 * Rebuilds only the named packages, whose scripts the user has allowed; npm 12 would require another approval.
 * Their code sees no setting of the user and no cache that another install reads.
 */
export function scriptStep(request: Request): Step {
  const { host, facts, prefix, allowed } = request
  const options = [
    '--ignore-scripts=false',
    '--dangerously-allow-all-scripts',
    '--global=false',
    '--loglevel=error',
  ]
  return {
    step: 'run',
    title: t('npm-steps.run-install-scripts', 'run the install scripts of {scripts}', {
      scripts: allowed.scripts.join(', '),
    }),
    argv: [host.node.path, facts.npmCli, 'rebuild', '--prefix', prefix, ...options, '--', ...allowed.scripts],
    cwd: prefix,
    env: forced(request),
    confinement: confinementOf(request),
  }
}
