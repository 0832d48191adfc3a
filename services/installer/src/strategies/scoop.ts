import path from 'node:path'
import { type MethodOf, NotFoundError, t } from '@cli-apps/core'
import { isExecutableFile, readJson } from '@cli-apps/core/node'
import * as z from 'zod'
import { askManager } from './ask-manager.ts'
import { executableName } from './executable-name.ts'
import type { Step } from './step.ts'
import type { Allowances, Permission, Strategy, StrategyHost } from './strategy.ts'

type Method = MethodOf<'scoop'>

/** Part of the manifest that scoop keeps with an installed app. */
const ScoopManifest = z.object({ version: z.string() })

/**
 * Scoop's apps, for this user only. What was already installed is adopted and never removed; scoop decides the version.
 */
export const scoop: Strategy<Method, { installed: string | null }> = {
  owner: 'system',
  systemName: (method) => appOf(method),
  runsOn: () => 'scoop',
  detect: async (method, host) => ({ installed: await installedVersion(method, host) }),

  plan(method, { host, facts, allowed }) {
    if (facts.installed !== null)
      return { steps: [], undo: [], adopted: true, packageVersion: facts.installed }
    return {
      steps: [scoopStep(host, 'install', ['--no-update-scoop', method.id], method)],
      undo: [scoopStep(host, 'uninstall', [appOf(method)], method)],
      adopted: false,
      permissions: bucketPermissions(method, allowed),
    }
  },

  async find(method, { host, bin }) {
    const folder = await appFolder(method, host)
    const shims = path.join(folder, '..', '..', '..', 'shims')
    // Its launcher on PATH survives updates; the program that it starts is in the app's own folder.
    for (const place of [shims, folder, path.join(folder, 'bin')]) {
      const program = path.join(place, executableName(bin))
      if (folder === '' || !(await isExecutableFile(program))) continue
      const version = (await installedVersion(method, host)) ?? ''
      return { argv: [program], artifacts: [{ name: method.id, version, integrity: null }] }
    }
    throw new NotFoundError(
      'install.no-executable',
      t(
        'install.no-executable.scoop-does-not-contain',
        '{id} of scoop does not contain the executable {bin}.',
        { id: method.id, bin },
      ),
      {
        hint: t(
          'install.no-executable.hint.manifest-names-wrong-app',
          'The manifest names the wrong app, or needs "bin" for this method.',
        ),
      },
    )
  },

  version: installedVersion,

  async update(method, host) {
    if ((await installedVersion(method, host)) === null) return []
    return [scoopStep(host, 'update', [appOf(method)], method)]
  },

  async remove(method, host) {
    if ((await installedVersion(method, host)) === null) return []
    return [scoopStep(host, 'uninstall', [appOf(method)], method)]
  },
}

/** Returns the name of the app without its bucket. */
const appOf = ({ id }: Method): string => path.posix.basename(id)

/**
 * Returns the command that starts scoop.
 * On Windows, `scoop` is a batch file for its script: the script is started the same way, without a command shell.
 */
function launcher(host: StrategyHost): string[] {
  const found = host.paths.scoop ?? 'scoop'
  if (!/\.(cmd|ps1)$/i.test(found)) return [found]
  const script = found.replace(/\.cmd$/i, '.ps1')
  return ['powershell.exe', '-NoProfile', '-ExecutionPolicy', 'Unrestricted', '-File', script]
}

const scoopStep = (host: StrategyHost, verb: string, args: readonly string[], method: Method): Step => ({
  step: 'run',
  title: t('scoop.scoop', '{verb} {id} with scoop', { verb, id: method.id }),
  argv: [...launcher(host), verb, ...args],
  cwd: path.parse(process.cwd()).root,
  manager: 'scoop',
})

/** Returns the folder of the installed version, or an empty text. */
async function appFolder(method: Method, host: StrategyHost): Promise<string> {
  const answer = await askManager(host, [...launcher(host), 'prefix', appOf(method)], scoopFolders(host))
  const folder = answer.text.trim()
  return answer.exitCode === 0 && path.isAbsolute(folder) ? folder : ''
}

const scoopFolders = ({ environment: { SCOOP, SCOOP_GLOBAL } }: StrategyHost): Record<string, string> => ({
  ...(SCOOP !== undefined && { SCOOP }),
  ...(SCOOP_GLOBAL !== undefined && { SCOOP_GLOBAL }),
})

async function installedVersion(method: Method, host: StrategyHost): Promise<string | null> {
  const folder = await appFolder(method, host)
  if (folder === '') return null
  const manifest = await readJson(path.join(folder, 'manifest.json'), ScoopManifest, {
    what: t('scoop.scoop-manifest', "scoop's manifest"),
    code: 'scoop.damaged',
    repair: t('scoop.run-scoop-reset', 'Run "scoop reset {method}".', { method: appOf(method) }),
  })
  return manifest?.version ?? null
}

/**
 * Returns the permission for a third-party bucket, whose manifests may run scripts; the main bucket comes with scoop.
 */
function bucketPermissions(method: Method, { builds }: Allowances): Permission[] {
  if (!method.id.includes('/') || method.id.startsWith('main/')) return []
  const reason = t(
    'scoop.third-party-bucket-manifest-may',
    '{id} is in a third-party bucket: its manifest may run code of its owner',
    { id: method.id },
  )
  return [
    {
      option: `--allow-builds ${method.id}`,
      reason,
      granted: builds.includes(method.id),
    },
  ]
}
