import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { InvalidError, type MethodOf } from '@cli-apps/core'
import { isInside, jsonText, programArgv, readJson } from '@cli-apps/core/node'
import semver from 'semver'
import * as z from 'zod'
import { foreignSources, npmTreeFiles, packagesWithScripts, readNpmTree } from './npm-tree.ts'
import type { Step } from './step.ts'
import type { Permission, PlanRequest, Strategy, StrategyHost } from './strategy.ts'

const PackageJson = z.object({ bin: z.union([z.string(), z.record(z.string(), z.string())]).optional() })
const npmRegistry = 'https://registry.npmjs.org/'

interface NpmFacts {
  npmCli: string
}

/** npm packages, each with its tree in a prefix of its own; install scripts run only for packages that a person names. */
export const npm: Strategy<MethodOf<'npm'>, NpmFacts> = {
  owner: 'store',
  // A program whose packages ran their scripts is another one than the same without.
  runsOn: (host, _facts, { scripts }) =>
    [
      `node ${host.node.version} ${host.node.path}`,
      ...(scripts.length > 0 ? ['scripts', ...scripts] : []),
    ].join(' '),

  refuse: ({ node }, host) =>
    node === undefined || semver.satisfies(host.node.version, node)
      ? undefined
      : `needs Node ${node}, and this is Node ${host.node.version}`,

  // npm is started as a script of this Node: its launcher is a shell script on some systems.
  async detect(_method, host) {
    const launcher = await realpath(host.paths.npm ?? '')
    const isScript = launcher.endsWith('.js')
    return {
      npmCli: isScript ? launcher : path.join(path.dirname(launcher), 'node_modules/npm/bin/npm-cli.js'),
    }
  },

  plan(method, request) {
    const { tree, allowed } = request
    const put = tree === undefined ? resolveSteps(method, request) : restoreSteps(method, request, tree)
    return {
      steps: allowed.scripts.length === 0 ? put : [...put, scriptStep(request)],
      undo: [],
      adopted: false,
      permissions: scriptPermissions(method, request),
      remarks: tree === undefined ? [] : foreignSources(tree),
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
    const artifacts = await readNpmTree(prefix)
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
  return [
    writeStep(request, 'package.json', jsonText({ private: true })),
    runStep(request, `install ${spec} with npm`, [
      'install',
      '--save-exact',
      ...placing,
      ...source(request.host),
      '--',
      spec,
    ]),
  ]
}

function restoreSteps(method: MethodOf<'npm'>, request: Request, tree: NonNullable<Request['tree']>): Step[] {
  const { packageJson, packageLock } = npmTreeFiles(method, tree, request.allowed.scripts)
  const title = `put back the ${tree.length} packages of ${method.package} that cli-apps.lock holds`
  // What the cache knows of a locked version is good for ever: its integrity is what counts.
  return [
    writeStep(request, 'package.json', packageJson),
    writeStep(request, 'package-lock.json', packageLock),
    runStep(request, title, ['ci', '--prefer-offline', ...placing, ...source(request.host)]),
  ]
}

const writeStep = ({ prefix }: Request, name: string, content: string): Step => ({
  step: 'write',
  file: path.join(prefix, name),
  content,
})

/** Settings that a user may have otherwise for projects, and of which the tree that we read and lock depends. */
const placing = ['--ignore-scripts', '--install-strategy=hoisted', '--package-lock=true', '--global=false']

function source(host: StrategyHost): string[] {
  const mirror = host.mirror(npmRegistry)
  return mirror === npmRegistry ? [] : ['--registry', mirror]
}

function runStep({ host, facts, prefix }: Request, title: string, args: readonly string[]): Step {
  const [command = '', ...options] = args
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error']
  return {
    step: 'run',
    title,
    argv: [host.node.path, facts.npmCli, command, '--prefix', prefix, ...quiet, ...options],
    cwd: prefix,
    manager: 'npm',
    // npm starts itself again for dependencies from git.
    env: { npm_config_ignore_scripts: 'true' },
  }
}

/** Only the packages that are named are built again; what npm 12 asks to be approved beforehand, a person has allowed here. */
function scriptStep({ host, facts, prefix, allowed }: Request): Step {
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
