import {
  type AppManifest,
  type AppName,
  type CommandNode,
  NotFoundError,
  nearestNames,
  programRecord,
  programTitle,
  t,
  toLine,
} from '@cli-apps/core'
import { listInstalled, readCommands } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { findInstalledName } from '../workspace/installed-name.ts'
import { requireOwnRecord } from '../workspace/own-record.ts'

/** An installed app and its commands. */
interface AppCommands {
  /** Its name, with that of the program where that is not the entry point. */
  title: string
  manifest: AppManifest
  /** Absolute argv prefix of its program. */
  argv: readonly string[]
  tree: CommandNode
}

/**
 * Returns the commands of an installed app. Throws `NotFoundError` if it is not installed or its commands are not
 * known.
 */
export async function getAppCommands(
  app: string,
  context: Pick<CommandContext, 'workspace' | 'config' | 'output'>,
  called?: string,
): Promise<AppCommands> {
  const { workspace } = context
  const names = await listInstalled(workspace)
  const meant = await findInstalledName(app, context)
  const name = names.find((one) => one === meant)
  const record = name === undefined ? undefined : await requireOwnRecord(name, context)
  if (record === undefined || name === undefined) throw notInstalled(app, names)
  const program = programRecord(record, called)
  const tree = await readCommands(workspace, program)
  if (tree === undefined) throw record.unread ? beingRead(name) : unknownCommands([name])
  return { title: programTitle(program), manifest: program.manifest, argv: program.argv, tree }
}

/** Explains why apps have no tools, and how to fix it. */
export const unknownCommands = (names: readonly AppName[]): NotFoundError =>
  new NotFoundError(
    'tool.no-commands',
    t('tool.no-commands.commands-not-known-here', 'The commands of {names} are not known here.', {
      names: someNames(names),
    }),
    {
      hint: t(
        'tool.no-commands.hint.run-cli-apps-install-read',
        'Run "{cli} install {names}" to read its help again, or "{cli} doctor" to find the problem.',
        { names: String(names[0]) },
      ),
    },
  )

const beingRead = (name: AppName): NotFoundError =>
  new NotFoundError(
    'tool.no-commands',
    t('tool.no-commands.being-read', 'The help of {name} is still being read.', { name }),
    {
      hint: t(
        'tool.no-commands.being-read.hint',
        '"{cli} skill finish {name}" reads it now and waits for it.',
        {
          name,
        },
      ),
    },
  )

/** Lists at most ten names. */
export const someNames = (names: readonly AppName[]): string =>
  names.length <= 10 ? names.join(', ') : `${names.slice(0, 10).join(', ')} (+${names.length - 10})`

function notInstalled(app: string, names: readonly AppName[]): NotFoundError {
  const near = nearestNames(app.slice(0, 100), names, 1)[0]
  return new NotFoundError(
    'app.not-installed',
    t('app-commands.not-installed-here', '{app} is not installed here.', {
      app: JSON.stringify(toLine(app, 100)),
    }),
    {
      hint:
        near === undefined
          ? t('app.not-installed.hint.run-cli-apps-list-list', 'Run "{cli} list" to list the installed apps.')
          : t('schema.unknown-key.hint.did-you-mean', 'Did you mean "{near}"?', { near }),
    },
  )
}
