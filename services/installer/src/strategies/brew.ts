import path from 'node:path'
import { type MethodOf, NotFoundError, ProcessError, t } from '@cli-apps/core'
import { isExecutableFile } from '@cli-apps/core/node'
import { askManager, noAnswer } from './ask-manager.ts'
import type { Step } from './step.ts'
import type { Allowances, Permission, Strategy, StrategyHost } from './strategy.ts'

type Method = MethodOf<'brew'>

/** Limits brew to the request: no update of brew, dependents or outdated packages, and no cleanup. */
const alone = {
  HOMEBREW_NO_AUTO_UPDATE: '1',
  HOMEBREW_NO_INSTALL_UPGRADE: '1',
  HOMEBREW_NO_INSTALLED_DEPENDENTS_CHECK: '1',
  HOMEBREW_NO_INSTALL_CLEANUP: '1',
  HOMEBREW_NO_AUTOREMOVE: '1',
  HOMEBREW_NO_ANALYTICS: '1',
  HOMEBREW_NO_ENV_HINTS: '1',
  HOMEBREW_NO_COLOR: '1',
  HOMEBREW_NO_EMOJI: '1',
}

/** Homebrew's formulae and casks. What was already installed is adopted and never removed; brew decides the version. */
export const brew: Strategy<Method, { installed: string | null }> = {
  owner: 'system',
  systemName: (method) => specOf(method).slice(1).join(' '),
  refuse: (_method, host) =>
    host.isRoot ? t('brew.homebrew-does-not-run', 'Homebrew does not run as root') : undefined,
  runsOn: () => 'homebrew',
  detect: async (method, host) => ({ installed: await installedVersion(method, host) }),

  plan(method, { host, facts, allowed }) {
    if (facts.installed !== null)
      return { steps: [], undo: [], adopted: true, packageVersion: facts.installed }
    return {
      steps: [brewStep(host, 'install', method)],
      undo: [brewStep(host, 'uninstall', method)],
      adopted: false,
      permissions: tapPermissions(method, allowed),
    }
  },

  async find(method, { host, bin }) {
    const isCask = 'cask' in method
    const asked = await brewSays(host, ['--prefix', ...(isCask ? [] : [method.formula])])
    if (asked.exitCode !== 0) throw noAnswer('brew.no-answer', 'brew --prefix', asked)
    const prefix = asked.text.trim()
    for (const folder of ['bin', 'sbin']) {
      const program = path.join(prefix, folder, bin)
      if (!(await isExecutableFile(program))) continue
      const version = (await installedVersion(method, host)) ?? ''
      return { argv: [program], artifacts: [{ name: nameOf(method), version, integrity: null }] }
    }
    throw new NotFoundError(
      'install.no-executable',
      t(
        'install.no-executable.homebrew-does-not-contain',
        '{method} of Homebrew does not contain the executable {bin}.',
        { method: nameOf(method), bin },
      ),
      {
        hint: t(
          'install.no-executable.hint.manifest-names-wrong-formula',
          'The manifest names the wrong formula, or needs "bin" for this method.',
        ),
      },
    )
  },

  version: installedVersion,

  async update(method, host) {
    const installed = await installedVersion(method, host)
    if (installed === null) return []
    const outdated = await brewSays(host, ['outdated', '--quiet', ...specOf(method)])
    // brew exits with 1 if something is outdated, so its output decides.
    return outdated.text.trim() === '' ? [] : [brewStep(host, 'upgrade', method)]
  },

  async remove(method, host) {
    if ((await installedVersion(method, host)) === null) return []
    if ('formula' in method) await requireUnused(method.formula, host)
    return [brewStep(host, 'uninstall', method)]
  },
}

const nameOf = (method: Method): string => ('cask' in method ? method.cask : method.formula)

/** After `--`, no name is an option. */
const specOf = (method: Method): string[] =>
  'cask' in method ? ['--cask', '--', method.cask] : ['--formula', '--', method.formula]

function brewStep(host: StrategyHost, verb: 'install' | 'uninstall' | 'upgrade', method: Method): Step {
  const title = t('brew.homebrew', '{verb} {method} with Homebrew', { verb, method: nameOf(method) })
  const argv = [host.paths.brew ?? 'brew', verb, ...specOf(method)]
  return { step: 'run', title, argv, cwd: '/', manager: 'brew', env: alone }
}

const brewSays = (host: StrategyHost, args: readonly string[]) =>
  askManager(host, [host.paths.brew ?? 'brew', ...args], alone)

async function installedVersion(method: Method, host: StrategyHost): Promise<string | null> {
  const list = await brewSays(host, ['list', '--versions', ...specOf(method)])
  if (list.exitCode === 0) return list.text.trim().split(/\s+/).at(-1) ?? null
  if (list.exitCode === 1) return null
  throw noAnswer('brew.no-answer', 'brew list', list)
}

/**
 * Returns the permission for a third-party tap: brew fetches its repository and runs its formulae, which are Ruby
 * programs.
 */
function tapPermissions(method: Method, { builds }: Allowances): Permission[] {
  const name = nameOf(method)
  if (!name.includes('/') || name.startsWith('homebrew/')) return []
  const reason = t(
    'brew.third-party-tap-brew-downloads',
    '{name} is a third-party tap: brew downloads it and runs code of its owner',
    { name },
  )
  return [
    {
      option: `--allow-builds ${name}`,
      reason,
      granted: builds.includes(name),
    },
  ]
}

async function requireUnused(formula: string, host: StrategyHost): Promise<void> {
  const users = await brewSays(host, ['uses', '--installed', '--formula', '--', formula])
  if (users.exitCode !== 0) throw noAnswer('brew.no-answer', 'brew uses', users)
  const names = users.text
    .trim()
    .split(/\s+/)
    .filter((name) => name !== '')
  if (names.length === 0) return
  throw new ProcessError(
    'brew.others-need-it',
    t('brew.others-need-it', 'The Homebrew packages {names} need {formula}.', {
      names: names.join(', '),
      formula,
    }),
    {
      hint: t('brew.others-need-it.hint', 'Keep it, or remove those packages first.'),
    },
  )
}
