import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { InvalidError, type MethodOf, t } from '@cli-apps/core'
import { plural } from '@cli-apps/core/messages'
import { isInside, programArgv, readJson, readText } from '@cli-apps/core/node'
import * as z from 'zod'
import { npmSettingsOf } from '../../managers/npm-settings.ts'
import type { Strategy } from '../strategy.ts'
import { lonePackage } from './lone-package.ts'
import { chooseNode, nodeArtifact, nodeOf, refuseNode } from './npm-node.ts'
import { missingGit, scriptPermissions, sourcePermissions } from './npm-permissions.ts'
import { packagesWithScripts } from './npm-scripts.ts'
import { lockedSteps, type NpmFacts, nodeRemarks, resolveSteps, scriptStep, sharedNode } from './npm-steps.ts'
import { aliasedPackages, installedList, readNpmTree, readTreeFile } from './npm-tree.ts'
import { PackageBin } from './package-bins.ts'

const PackageJson = z.object({ bin: PackageBin })

/** npm packages, each with its tree in its own prefix; install scripts run only for packages that the user names. */
export const npm: Strategy<MethodOf<'npm'>, NpmFacts> = {
  owner: 'store',
  // A program whose packages ran their scripts differs from the same program without them.
  runsOn: (_host, { settings, node }, { scripts, sources }) =>
    [
      `node ${node.version} ${node.path}`,
      ...(scripts.length > 0 ? ['scripts', ...scripts] : []),
      ...(sources.length > 0 ? ['sources', ...sources] : []),
      ...(settings.origin === '' ? [] : ['from', settings.origin]),
    ].join(' '),

  refuse: refuseNode,

  // npm is started as a script of this Node: its launcher is a shell script on some systems.
  async detect(method, host, request) {
    const launcher = await realpath(host.paths.npm ?? '')
    const isScript = launcher.endsWith('.js')
    const npmCli = isScript ? launcher : path.join(path.dirname(launcher), 'node_modules/npm/bin/npm-cli.js')
    return {
      npmCli,
      knowsSources: await knowsSources(npmCli),
      node: await chooseNode(method, host, request),
      settings: await npmSettingsOf(host),
    }
  },

  loneTree: lonePackage,

  plan(method, request) {
    const { tree, allowed } = request
    const put = tree === undefined ? resolveSteps(method, request) : lockedSteps(method, request, tree)
    return {
      steps: allowed.scripts.length === 0 ? put : [...put, scriptStep(request)],
      undo: [],
      adopted: false,
      permissions: [...scriptPermissions(method, request), ...sourcePermissions(request)],
      remarks: [
        ...(tree === undefined ? [] : aliasedPackages(tree)),
        ...missingGit(request),
        ...nodeRemarks(method, request),
        ...request.facts.settings.remarks,
      ],
      unused: request.facts.settings.unused,
      node: sharedNode(request),
    }
  },

  async find(method, { host, bin, prefix, allowed }) {
    const { file, others } = await findScript(method, bin, prefix)
    if (file === undefined) throw noExecutable(method, bin, others)
    const artifacts = readNpmTree(await readTreeFile(installedList(prefix)))
    const silenced = (await packagesWithScripts(prefix, artifacts)).filter(
      (name) => !allowed.scripts.includes(name),
    )
    const node = await nodeOf(prefix, host)
    return {
      argv: await programArgv(file, host.environment, node.path),
      artifacts: node.release === undefined ? artifacts : [...artifacts, nodeArtifact(node.release)],
      notices: silenced.length === 0 ? [] : [silencedScripts(method, silenced)],
    }
  },

  async findOther(method, { host, bin, prefix }) {
    const { file } = await findScript(method, bin, prefix)
    if (file === undefined) return undefined
    return programArgv(file, host.environment, (await nodeOf(prefix, host)).path)
  },
}

/** The file of an executable of the package, and the names of all of them. */
async function findScript(
  method: MethodOf<'npm'>,
  bin: string,
  prefix: string,
): Promise<{ file: string | undefined; others: string[] }> {
  const folder = path.join(prefix, 'node_modules', ...method.package.split('/'))
  const { bin: bins = {} } =
    (await readJson(path.join(folder, 'package.json'), PackageJson, damaged(method.package))) ?? {}
  const named = typeof bins === 'string' ? { [method.package.split('/').pop() ?? '']: bins } : bins
  const script = Object.hasOwn(named, bin) ? named[bin] : undefined
  if (script === undefined)
    return { file: undefined, others: typeof bins === 'object' ? Object.keys(bins) : [] }
  const file = path.join(folder, script)
  return { file: isInside(folder, file) ? file : undefined, others: [] }
}

/** Checks whether this npm has the options that refuse git, archives, files and folders. */
const knowsSources = async (npmCli: string): Promise<boolean> => {
  const definitions = '../../node_modules/@npmcli/config/lib/definitions/definitions.js'
  const text = await readText(path.resolve(npmCli, definitions)).catch(() => undefined)
  return ["'allow-git'", "'allow-remote'", "'allow-file'", "'allow-directory'"].every((name) =>
    text?.includes(name),
  )
}

const silencedScripts = (method: MethodOf<'npm'>, names: readonly string[]): string =>
  plural(
    'npm.install-scripts-were-not',
    '{count, plural, one {{names} has} other {{names} have}} install scripts, which were not run. If {package} requires them, uninstall it and install it with --allow-scripts {allowed}.',
    {
      names: names.join(', '),
      count: names.length,
      package: method.package,
      allowed: names.join(','),
    },
  )

const damaged = (what: string) => ({
  what,
  code: 'npm.damaged',
  repair: t('npm.run-install-again', 'Run the install again.'),
})

const noExecutable = (method: MethodOf<'npm'>, bin: string, others: readonly string[]): InvalidError =>
  new InvalidError(
    'install.no-executable',
    t('npm.does-not-contain-executable', '{package} {version} does not contain the executable {bin}.', {
      package: method.package,
      version: method.version,
      bin,
    }),
    {
      hint:
        others.length === 0
          ? t(
              'install.no-executable.hint.manifest-names-wrong-package',
              'The manifest names the wrong package.',
            )
          : t('install.no-executable.hint.has-manifest-wrong', 'It has {others}; the manifest is wrong.', {
              others: others.join(', '),
            }),
    },
  )
