import path from 'node:path'
import { isAppName, NotFoundError, t } from '@cli-apps/core'
import { findProgram, isExecutableFile, programArgv } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { storeFolders } from '../store/store.ts'
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
 * PATH. Throws `NotFoundError` `inspect.no-program`, and `record.foreign` for an app that this user did not install.
 */
export async function findTarget(
  word: string,
  context: Pick<CommandContext, 'workspace' | 'config' | 'cwd' | 'environment'>,
): Promise<InspectTarget> {
  const { cwd, environment } = context
  const record = isAppName(word) ? await requireOwnRecord(word, context) : undefined
  if (record !== undefined) {
    const { argv, manifest } = record
    return {
      name: manifest.entry_point,
      argv,
      readable: storeFolders(record),
      ...(manifest.run?.help && { help: manifest.run.help }),
    }
  }
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
