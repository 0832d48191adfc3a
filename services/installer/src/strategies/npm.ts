import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { InvalidError, type MethodOf } from '@cli-apps/core'
import { isInside, jsonText, programArgv, readJson, readText } from '@cli-apps/core/node'
import semver from 'semver'
import * as z from 'zod'
import type { ManagerSettings } from '../managers/manager-settings.ts'
import { npmRegistry, npmSettingsOf } from '../managers/npm-settings.ts'
import { registryHosts, sourceHosts } from '../managers/registry-hosts.ts'
import { sigstoreRepository } from '../provenance/npm-release.ts'
import { isAllowedSource, noGit, noShell } from './npm-sources.ts'
import {
  aliases,
  installedList,
  npmTreeFiles,
  packagesWithScripts,
  readNpmTree,
  readTreeFile,
} from './npm-tree.ts'
import { homeMark, type Step, type StepConfinement } from './step.ts'
import type { Permission, PlanRequest, Strategy } from './strategy.ts'

const PackageJson = z.object({ bin: z.union([z.string(), z.record(z.string(), z.string())]).optional() })

interface NpmFacts {
  npmCli: string
  /** This npm can be told to take packages of the registry alone. Older ones have to resolve first, for us to look. */
  knowsSources: boolean
  settings: ManagerSettings
}

/** npm packages, each with its tree in a prefix of its own; install scripts run only for packages that a person names. */
export const npm: Strategy<MethodOf<'npm'>, NpmFacts> = {
  owner: 'store',
  // A program whose packages ran their scripts is another one than the same without.
  runsOn: (host, { settings }, { scripts, sources }) =>
    [
      `node ${host.node.version} ${host.node.path}`,
      ...(scripts.length > 0 ? ['scripts', ...scripts] : []),
      ...(sources.length > 0 ? ['sources', ...sources] : []),
      ...(settings.origin === '' ? [] : ['from', settings.origin]),
    ].join(' '),

  refuse: ({ node }, host) =>
    node === undefined || semver.satisfies(host.node.version, node)
      ? undefined
      : `needs Node ${node}, and this is Node ${host.node.version}`,

  // npm is started as a script of this Node: its launcher is a shell script on some systems.
  async detect(_method, host) {
    const launcher = await realpath(host.paths.npm ?? '')
    const isScript = launcher.endsWith('.js')
    const npmCli = isScript ? launcher : path.join(path.dirname(launcher), 'node_modules/npm/bin/npm-cli.js')
    return {
      npmCli,
      knowsSources: await knowsSources(npmCli),
      settings: await npmSettingsOf(host),
    }
  },

  plan(method, request) {
    const { tree, allowed } = request
    const put = tree === undefined ? resolveSteps(method, request) : restoreSteps(method, request, tree)
    return {
      steps: allowed.scripts.length === 0 ? put : [...put, scriptStep(request)],
      undo: [],
      adopted: false,
      permissions: [...scriptPermissions(method, request), ...sourcePermissions(request)],
      remarks: [
        ...(tree === undefined ? [] : aliases(tree)),
        ...missingGit(request),
        ...request.facts.settings.remarks,
      ],
      unused: request.facts.settings.unused,
    }
  },

  async find(method, { host, bin, prefix, allowed }) {
    const folder = path.join(prefix, 'node_modules', ...method.package.split('/'))
    const { bin: bins } =
      (await readJson(path.join(folder, 'package.json'), PackageJson, damaged(method.package))) ?? {}
    const script =
      typeof bins === 'string' ? (bin === method.package.split('/').pop() ? bins : undefined) : bins?.[bin]
    if (script === undefined)
      throw noExecutable(method, bin, typeof bins === 'object' ? Object.keys(bins) : [])
    const file = path.join(folder, script)
    if (!isInside(folder, file)) throw noExecutable(method, bin, [])
    const artifacts = readNpmTree(await readTreeFile(installedList(prefix)))
    const silenced = (await packagesWithScripts(prefix, artifacts)).filter(
      (name) => !allowed.scripts.includes(name),
    )
    return {
      argv: await programArgv(file, host.environment),
      artifacts,
      notices: silenced.length === 0 ? [] : [silencedScripts(method, silenced)],
    }
  },
}

type Request = PlanRequest<NpmFacts>

function resolveSteps(method: MethodOf<'npm'>, request: Request): Step[] {
  const spec = `${method.package}@${method.version}`
  const begin = writeStep(request, 'package.json', jsonText({ private: true }))
  const { dependencyAge } = request
  const before = dependencyAge === undefined ? [] : [`--before=${dependencyAge.before.toISOString()}`]
  const install = (title: string, ...more: string[]): Step =>
    runStep(request, title, ['install', '--save-exact', ...placing, ...before, ...more, '--', spec])
  const list = installedList(request.prefix)
  const vetted = [vetStep(method, request, list), proveStep(method, request, list)]
  if (request.facts.knowsSources && request.allowed.sources.length === 0)
    return [begin, install(`install ${spec} with npm`), ...vetted]
  return [
    begin,
    install(`resolve ${spec} with npm`, '--package-lock-only'),
    vetStep(method, request, path.join(request.prefix, 'package-lock.json')),
    runStep(request, `install ${spec} with npm`, ['ci', '--prefer-offline', ...placing]),
    ...vetted,
  ]
}

function restoreSteps(method: MethodOf<'npm'>, request: Request, tree: NonNullable<Request['tree']>): Step[] {
  const { packageJson, packageLock } = npmTreeFiles(method, tree, request.allowed.scripts)
  const title = `put back the ${tree.length} packages of ${method.package} that cli-apps.lock holds`
  // What the cache knows of a locked version is good for ever: its integrity is what counts.
  return [
    writeStep(request, 'package.json', packageJson),
    writeStep(request, 'package-lock.json', packageLock),
    runStep(request, title, ['ci', '--prefer-offline', ...placing]),
    vetStep(method, request, installedList(request.prefix)),
  ]
}

const vetStep = (method: MethodOf<'npm'>, { allowed }: Request, file: string): Step => ({
  step: 'vet',
  file,
  package: method.package,
  sources: allowed.sources,
})

/** Before the scripts of a package run, and before anything of it is started. */
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

/** Settings that a user may have otherwise for projects, and of which the tree that we read and lock depends. */
const placing = ['--ignore-scripts', '--install-strategy=hoisted', '--package-lock=true', '--global=false']

/** Shown in the plan where it is not npm's own; it stands in the settings that npm gets as well. */
const source = ({ sources: [registry = npmRegistry] }: ManagerSettings): string[] =>
  registry === npmRegistry ? [] : ['--registry', registry]

/** What no file below the prefix and no package can change, as npm takes variables before files. */
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
      // npm starts itself again for dependencies from git, and npm 10 runs their "prepare" whatever it is told: by this shell.
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
 * Only the packages that are named are built again; what npm 12 asks to be approved beforehand, a person has allowed here. Their
 * code sees no setting of the user's and no cache that another install reads.
 */
function scriptStep(request: Request): Step {
  const { host, facts, prefix, allowed } = request
  const options = [
    '--ignore-scripts=false',
    '--dangerously-allow-all-scripts',
    '--global=false',
    '--loglevel=error',
  ]
  return {
    step: 'run',
    title: `run the install scripts of ${allowed.scripts.join(', ')}`,
    argv: [host.node.path, facts.npmCli, 'rebuild', '--prefix', prefix, ...options, '--', ...allowed.scripts],
    cwd: prefix,
    env: forced(request),
    confinement: confinementOf(request),
  }
}

function scriptPermissions(method: MethodOf<'npm'>, { bin, allowed }: Request): Permission[] {
  const { scripts = [] } = method
  if (scripts.length === 0) return []
  const names = scripts.join(', ')
  return [
    {
      option: `--allow-scripts ${scripts.join(',')}`,
      reason: `${bin} does not work without the install scripts of ${names}: code of strangers that would run now`,
      granted: scripts.every((name) => allowed.scripts.includes(name)),
    },
  ]
}

/** What comes from elsewhere than the registry is asked for by its URL; a lock says which that is. */
function sourcePermissions({ tree, allowed }: Request): Permission[] {
  const { sources } = allowed
  if (tree === undefined)
    return sources.length === 0
      ? []
      : [
          {
            option: `--allow-sources ${sources.join(',')}`,
            reason: `packages may come from ${sources.join(', ')} besides the registry`,
            granted: true,
          },
        ]
  const foreign = tree.flatMap(({ name, url }) => (url === undefined ? [] : [{ name, url }]))
  if (foreign.length === 0) return []
  const named = foreign.map(({ name, url }) => `${name} (${url})`).join(', ')
  return [
    {
      option: `--allow-sources ${[...new Set(foreign.map(({ url }) => url))].join(',')}`,
      reason: `cli-apps.lock takes packages from elsewhere than the registry: ${named}`,
      granted: foreign.every(({ url }) => isAllowedSource(url, allowed.sources)),
    },
  ]
}

const missingGit = ({ host, allowed }: Request): string[] =>
  allowed.sources.length === 0 || host.paths.git !== undefined
    ? []
    : ['git is not on PATH, so that packages from git repositories cannot be installed']

/** Does this npm have the options that refuse git, archives, files and folders? */
const knowsSources = async (npmCli: string): Promise<boolean> => {
  const definitions = '../../node_modules/@npmcli/config/lib/definitions/definitions.js'
  const text = await readText(path.resolve(npmCli, definitions)).catch(() => undefined)
  return ["'allow-git'", "'allow-remote'", "'allow-file'", "'allow-directory'"].every((name) =>
    text?.includes(name),
  )
}

const silencedScripts = (method: MethodOf<'npm'>, names: readonly string[]): string =>
  `${names.join(', ')} ${names.length === 1 ? 'has' : 'have'} install scripts, which did not run. If ${method.package} misses them, uninstall it and say --allow-scripts ${names.join(',')}.`

const damaged = (what: string) => ({ what, code: 'npm.damaged', repair: 'Try the install again.' })

const noExecutable = (method: MethodOf<'npm'>, bin: string, others: readonly string[]): InvalidError =>
  new InvalidError(
    'install.no-executable',
    `${method.package} ${method.version} has no executable called ${bin}.`,
    {
      hint:
        others.length === 0
          ? 'The manifest names the wrong package.'
          : `It has ${others.join(', ')}; the manifest is wrong.`,
    },
  )
