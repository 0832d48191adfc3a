import path from 'node:path'
import type { LockedArtifact, MethodOf } from '@cli-apps/core'
import { t } from '@cli-apps/core'
import { interpreterPath, jsonText, programPath } from '@cli-apps/core/node'
import type { ManagerSettings } from '../../managers/manager-settings.ts'
import { npmRegistry } from '../../managers/npm-settings.ts'
import { registryHosts, sourceHosts } from '../../managers/registry-hosts.ts'
import { sigstoreRepository } from '../../provenance/npm-release.ts'
import { homeMark, type Step, type StepConfinement } from '../step.ts'
import type { PlanRequest, SharedNode } from '../strategy.ts'
import { archivesOf } from './npm-archives.ts'
import { type ChosenNode, isNodeArtifact, nodeArtifact } from './npm-node.ts'
import { noGit, noShell } from './npm-sources.ts'
import { installedList, npmTreeFiles } from './npm-tree.ts'

export interface NpmFacts {
  npmCli: string
  /** The Node that npm, install scripts and the program run on. */
  node: ChosenNode
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
  const { lone } = request
  if (lone !== undefined && request.allowed.sources.length === 0)
    return treeSteps(method, request, lone, t('npm-steps.install-npm', 'install {spec} with npm', { spec }))
  const begin = writeStep(request, 'package.json', jsonText({ private: true }))
  const { dependencyAge } = request
  const before = dependencyAge === undefined ? [] : [`--before=${dependencyAge.before.toISOString()}`]
  const install = (title: string, ...more: string[]): Step =>
    runStep(request, title, ['install', '--save-exact', ...placing, ...before, ...more, '--', spec])
  const list = installedList(request.prefix)
  const vetted = [vetStep(method, request, list), proveStep(method.package, request, list)]
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

/** Installs exactly this tree: one of a lock, or one that needs no resolving. */
export function treeSteps(
  method: MethodOf<'npm'>,
  request: Request,
  tree: readonly LockedArtifact[],
  title: string,
): Step[] {
  const packages = tree.filter((artifact) => !isNodeArtifact(artifact))
  const { facts, allowed, host, prefix } = request
  const { packageJson, packageLock, list } = npmTreeFiles(method, packages, allowed.scripts)
  // npm runs scripts only in a tree of its own making.
  const archives = allowed.scripts.length > 0 ? undefined : archivesOf(packages, facts.settings, host)
  // The cached metadata of a locked version never expires: its integrity decides.
  const npm = runStep(request, title, ['ci', '--prefer-offline', ...placing])
  return [
    writeStep(request, 'package.json', packageJson),
    writeStep(request, 'package-lock.json', packageLock),
    archives === undefined
      ? npm
      : {
          step: 'packages',
          title: t('npm-steps.download', 'download and unpack {package} {version}', method),
          packages: archives,
          to: prefix,
          cache: path.join(host.cache, 'archives'),
          list,
          otherwise: npm,
        },
    vetStep(method, request, installedList(prefix)),
  ]
}

export const lockedSteps = (
  method: MethodOf<'npm'>,
  request: Request,
  tree: readonly LockedArtifact[],
): Step[] => treeSteps(method, request, tree, lockedTitle(method, tree))

const lockedTitle = ({ package: name }: MethodOf<'npm'>, locked: readonly LockedArtifact[]): string =>
  t(
    'npm-steps.install-packages-cli-apps-lock',
    'install the {count} packages of {package} that cli-apps.lock contains',
    { count: locked.filter((artifact) => !isNodeArtifact(artifact)).length, package: name },
  )

const vetStep = (method: MethodOf<'npm'>, { allowed, prefix }: Request, file: string): Step => ({
  step: 'vet',
  file,
  package: method.package,
  sources: allowed.sources,
  scripts: file === installedList(prefix) ? allowed.scripts : [],
})

/** Runs before the scripts of a package, and before any of its programs. */
const proveStep = (root: string, { host, facts }: Request, file: string): Step & { step: 'prove' } => ({
  step: 'prove',
  file,
  package: root,
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

function runStep(request: Request, title: string, args: readonly string[]): Step & { step: 'run' } {
  const { host, facts, prefix } = request
  const [command = '', ...options] = args
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', ...source(facts.settings)]
  const cache = path.join(host.cache, 'npm')
  return {
    step: 'run',
    title,
    argv: [facts.node.path, facts.npmCli, command, '--prefix', prefix, ...quiet, ...options],
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
    argv: [
      facts.node.path,
      facts.npmCli,
      'rebuild',
      '--prefix',
      prefix,
      ...options,
      '--',
      ...allowed.scripts,
    ],
    cwd: prefix,
    // Scripts find Node by its name.
    env: {
      ...forced(request),
      ...(facts.node.release !== undefined && {
        PATH: interpreterPath([facts.node.path], programPath(host.environment)),
      }),
    },
    confinement: confinementOf(request),
  }
}

/**
 * Returns the Node of the store that a program runs on, with the steps that install it: npm downloads its package like any other and
 * verifies its integrity, and the registry's signature is verified before it starts. `undefined` if this Node fits.
 */
export function sharedNode(request: Request): SharedNode | undefined {
  const { host, facts } = request
  const { release, path: file } = facts.node
  if (release === undefined) return undefined
  const prefix = host.nodeFolder(release)
  const method = { method: 'npm', package: release.package, version: release.version } as const
  const own: Request = {
    ...request,
    bin: 'node',
    prefix,
    facts: { ...facts, node: host.node },
    allowed: { scripts: [], builds: [], sources: [] },
  }
  const { interpreter: _, ...artifact } = nodeArtifact(release)
  const title = t('npm-steps.install-node', 'install Node {version} with npm', { version: release.version })
  return {
    ...release,
    prefix,
    path: file,
    steps: [
      ...treeSteps(method, own, [artifact], title),
      { ...proveStep(release.package, own, installedList(prefix)), includesRoot: true },
      checkStep(own, file, release.version),
    ],
  }
}

/** A Node that this system cannot start, such as one for a newer C library, is found out before anything is built on it. */
const checkStep = ({ prefix }: Request, node: string, version: string): Step => ({
  step: 'run',
  title: t('npm-steps.check-node', 'check Node {version}', { version }),
  argv: [node, '--version'],
  cwd: prefix,
  expect: `v${version}`,
  confinement: { hosts: [], readable: [], writable: [], files: {}, proxies: {} },
})

/** Says which Node a program gets, and why. */
export function nodeRemarks({ node: range = '*' }: MethodOf<'npm'>, { bin, host, facts }: Request): string[] {
  const { release, version, isStored = false, size } = facts.node
  if (release === undefined) return []
  const values = { bin, version, range, own: host.node.version }
  if (isStored)
    return [
      t(
        'npm-steps.node-in-store',
        '{bin} runs on Node {version} of the store: it needs {range}, and this is Node {own}',
        values,
      ),
    ]
  return [
    size === undefined
      ? t(
          'npm-steps.node-from-npm',
          '{bin} runs on Node {version} from npm: it needs {range}, and this is Node {own}',
          values,
        )
      : t(
          'npm-steps.node-from-npm-size',
          '{bin} runs on Node {version} from npm ({megabytes} MB): it needs {range}, and this is Node {own}',
          { ...values, megabytes: (size / 1e6).toFixed(1) },
        ),
  ]
}
