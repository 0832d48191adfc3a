import path from 'node:path'
import { NotFoundError, programRecord, t, toLine } from '@cli-apps/core'
import { findProgram, isExecutableFile, programArgv } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { storeFolders } from '../store/store.ts'
import { findInstalledName } from '../workspace/installed-name.ts'
import { requireOwnRecord } from '../workspace/own-record.ts'

/** A program whose help is to be read. */
export interface InspectTarget {
  name: string
  /** Absolute argv prefix. */
  argv: readonly string[]
  /** Folders that it must be able to read: cli-apps' own folders, including the store, are hidden from programs. */
  readable?: readonly string[]
  /** The manifest's help arguments. */
  help?: readonly string[]
}

/**
 * Finds the app of this name in the workspace, otherwise the program at this path, otherwise the one of this name on
 * PATH. `called` names a program of the app. Throws `NotFoundError` `inspect.no-program`, `app.not-installed`, and
 * `record.foreign` for an app that this user did not install.
 */
export async function findTarget(
  word: string,
  context: Pick<CommandContext, 'workspace' | 'config' | 'cwd' | 'environment' | 'output'>,
  called?: string,
): Promise<InspectTarget> {
  const { cwd, environment } = context
  const name = word.includes('/') ? undefined : await findInstalledName(word, context)
  const record = name === undefined ? undefined : await requireOwnRecord(name, context)
  if (record !== undefined) {
    const { argv, manifest } = programRecord(record, called)
    return {
      name: manifest.entry_point,
      argv,
      readable: storeFolders(record),
      ...(manifest.run?.help && { help: manifest.run.help }),
    }
  }
  if (called !== undefined) throw notInstalled(word)
  const isPath = word.includes('/') || word.includes(path.sep)
  const file = isPath ? path.resolve(cwd, word) : await findProgram(word, environment)
  if (file === undefined || !(await isExecutableFile(file)))
    throw new NotFoundError(
      'inspect.no-program',
      t('inspect.no-program', 'App or program not found: {word}.', { word: JSON.stringify(word) }),
      {
        hint: t(
          'inspect.no-program.hint',
          'Name an installed app, a program on PATH, or the path of a program.',
        ),
      },
    )
  return {
    name: path.basename(file).replace(/\.(exe|cmd|bat)$/i, ''),
    argv: await programArgv(file, environment),
  }
}

const notInstalled = (word: string): NotFoundError =>
  new NotFoundError(
    'app.not-installed',
    t('app.not-installed', '{shown} is not installed in this workspace.', {
      shown: JSON.stringify(toLine(word, 100)),
    }),
    { hint: t('find-target.program-hint', '--program names a program of an installed app.') },
  )
