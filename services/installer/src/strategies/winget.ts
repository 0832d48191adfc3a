import path from 'node:path'
import { type MethodOf, NotFoundError, t } from '@cli-apps/core'
import { findProgram, isExecutableFile } from '@cli-apps/core/node'
import { askManager, noAnswer } from './ask-manager.ts'
import { executableName } from './executable-name.ts'
import type { Step } from './step.ts'
import type { Strategy, StrategyHost } from './strategy.ts'

type Method = MethodOf<'winget'>

/** `APPINSTALLER_CLI_ERROR_NO_APPLICATIONS_FOUND`; systems other than Windows keep only the last byte of a status. */
const noSuchPackage = process.platform === 'win32' ? 0x8a150014 : 0x14

/**
 * Windows' own package manager. What was already installed is adopted and never removed; winget decides the version.
 */
export const winget: Strategy<Method, { installed: string | null }> = {
  owner: 'system',
  systemName: ({ id }) => id,
  runsOn: () => 'winget',
  detect: async (method, host) => ({ installed: await installedVersion(method, host) }),

  plan(method, { host, facts }) {
    if (facts.installed !== null)
      return { steps: [], undo: [], adopted: true, packageVersion: facts.installed }
    return {
      steps: [wingetStep(host, 'install', method)],
      undo: [wingetStep(host, 'uninstall', method)],
      adopted: false,
      remarks: [
        t(
          'winget.installing-accepts-license-terms',
          'installing {id} accepts its license terms and those of its source',
          { id: method.id },
        ),
      ],
    }
  },

  async find(method, { host, bin }) {
    const program = await findInstalled(bin, host)
    if (program === undefined) {
      throw new NotFoundError(
        'install.no-executable',
        t('install.no-executable.did-not-add-executable', '{id} did not add the executable {bin} to PATH.', {
          id: method.id,
          bin,
        }),
        {
          hint: t(
            'install.no-executable.hint.open-new-terminal-try',
            'Open a new terminal and try again: some installers change PATH for new ones only.',
          ),
        },
      )
    }
    const version = (await installedVersion(method, host)) ?? ''
    return { argv: [program], artifacts: [{ name: method.id, version, integrity: null }] }
  },

  version: installedVersion,

  async update(method, host) {
    const offered = await askManager(host, [...command(host, 'list', method), '--upgrade-available'])
    return offered.exitCode === 0 && columnsAfter(offered.text, method.id).length > 1
      ? [wingetStep(host, 'upgrade', method)]
      : []
  },

  async remove(method, host) {
    return (await installedVersion(method, host)) === null ? [] : [wingetStep(host, 'uninstall', method)]
  },
}

/** Identifiers of the Store have a fixed form, all others belong to winget's own source; no other source is used. */
const sourceOf = ({ id }: Method): string => (/^[A-Z0-9]{12}$/.test(id) ? 'msstore' : 'winget')

const command = (host: StrategyHost, verb: string, method: Method): string[] => [
  host.paths.winget ?? 'winget',
  verb,
  '--id',
  method.id,
  '--exact',
  '--source',
  sourceOf(method),
  '--accept-source-agreements',
  '--disable-interactivity',
]

function wingetStep(host: StrategyHost, verb: 'install' | 'upgrade' | 'uninstall', method: Method): Step {
  const terms = verb === 'uninstall' ? [] : ['--accept-package-agreements']
  return {
    step: 'run',
    title: t('winget.winget', '{verb} {id} with winget', { verb, id: method.id }),
    argv: [...command(host, verb, method), '--silent', ...terms],
    cwd: path.parse(process.cwd()).root,
    manager: 'winget',
  }
}

async function installedVersion(method: Method, host: StrategyHost): Promise<string | null> {
  const listed = await askManager(host, command(host, 'list', method))
  if (listed.exitCode === 0) return columnsAfter(listed.text, method.id)[0] ?? ''
  if (listed.exitCode !== null && listed.exitCode >>> 0 === noSuchPackage) return null
  throw noAnswer('winget.no-answer', 'winget list', listed)
}

/** Returns the columns after the identifier in its row: installed version, offered version if there is one, source. */
function columnsAfter(table: string, id: string): string[] {
  const rows = table.split('\n').map((line) => line.trim().split(/\s+/))
  const row = rows.find((words) => words.includes(id))
  return row === undefined ? [] : row.slice(row.indexOf(id) + 1).filter((word) => /^[\d<>]/.test(word))
}

/** This process still has the old PATH; portable programs are linked in folders that winget names. */
async function findInstalled(bin: string, host: StrategyHost): Promise<string | undefined> {
  const { LOCALAPPDATA, PROGRAMFILES } = host.environment
  const links = [
    ...(LOCALAPPDATA === undefined ? [] : [path.join(LOCALAPPDATA, 'Microsoft', 'WinGet', 'Links')]),
    ...(PROGRAMFILES === undefined ? [] : [path.join(PROGRAMFILES, 'WinGet', 'Links')]),
  ]
  for (const folder of links) {
    const program = path.join(folder, executableName(bin))
    if (await isExecutableFile(program)) return program
  }
  return findProgram(bin, host.environment)
}
