import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { InvalidError, type LockedArtifact, type MethodOf } from '@cli-apps/core'
import { isInside, jsonText, programArgv, readJson } from '@cli-apps/core/node'
import * as z from 'zod'
import type { Strategy } from './strategy.ts'

const PackageJson = z.object({ bin: z.union([z.string(), z.record(z.string(), z.string())]).optional() })
const PackageLock = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), integrity: z.string().optional() }),
  ),
})
const npmRegistry = 'https://registry.npmjs.org/'

/** npm packages, each with its tree in a prefix of its own; install scripts stay off. */
export const npm: Strategy<MethodOf<'npm'>, { npmCli: string }> = {
  owner: 'store',
  runsOn: (host) => `node ${host.node.version} ${host.node.path}`,

  // npm is started as a script of this Node: its launcher is a shell script on some systems.
  async inspect(_method, host) {
    const launcher = await realpath(host.paths.npm ?? '')
    const isScript = launcher.endsWith('.js')
    return {
      npmCli: isScript ? launcher : path.join(path.dirname(launcher), 'node_modules/npm/bin/npm-cli.js'),
    }
  },

  plan(method, { host, prefix, facts }) {
    const mirror = host.mirror(npmRegistry)
    const spec = `${method.package}@${method.version}`
    const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error']
    const argv = [
      host.node.path,
      facts.npmCli,
      'install',
      '--prefix',
      prefix,
      '--ignore-scripts',
      '--save-exact',
      ...quiet,
    ]
    if (mirror !== npmRegistry) argv.push('--registry', mirror)
    return {
      steps: [
        { step: 'write', file: path.join(prefix, 'package.json'), content: jsonText({ private: true }) },
        { step: 'run', title: `install ${spec} with npm`, argv: [...argv, '--', spec], cwd: prefix },
      ],
      undo: [],
      adopted: false,
    }
  },

  async find(method, { host, bin, prefix }) {
    const folder = path.join(prefix, 'node_modules', ...method.package.split('/'))
    const { bin: bins } =
      (await readJson(path.join(folder, 'package.json'), PackageJson, damaged(method.package))) ?? {}
    const script =
      typeof bins === 'string' ? (bin === method.package.split('/').pop() ? bins : undefined) : bins?.[bin]
    if (script === undefined)
      throw noExecutable(method, bin, typeof bins === 'object' ? Object.keys(bins) : [])
    const file = path.join(folder, script)
    if (!isInside(folder, file)) throw noExecutable(method, bin, [])
    return { argv: await programArgv(file, host.environment), artifacts: await readArtifacts(prefix) }
  },
}

async function readArtifacts(prefix: string): Promise<LockedArtifact[]> {
  const lock = await readJson(
    path.join(prefix, 'package-lock.json'),
    PackageLock,
    damaged('the package lock'),
  )
  return Object.entries(lock?.packages ?? {})
    .filter(([location]) => location !== '')
    .map(([location, { version, integrity }]) => ({
      name: location.replace(/^node_modules\//, ''),
      version: version ?? '',
      integrity: integrity ?? null,
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

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
