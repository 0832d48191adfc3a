import {
  type AppManifest,
  type AppName,
  type CommandNode,
  NotFoundError,
  nearestNames,
  toLine,
} from '@cli-apps/core'
import { listInstalled, readCommands } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { requireOwnRecord } from '../workspace/own-record.ts'

/** An installed app and its commands. */
export interface AppCommands {
  manifest: AppManifest
  /** Absolute argv prefix of its program. */
  argv: readonly string[]
  tree: CommandNode
}

/** The commands of one installed app. Throws `NotFoundError` for one that is not installed, or whose commands are not known. */
export async function getAppCommands(
  app: string,
  context: Pick<CommandContext, 'workspace' | 'config'>,
): Promise<AppCommands> {
  const { workspace } = context
  const names = await listInstalled(workspace)
  const name = names.find((one) => one === app)
  const record = name === undefined ? undefined : await requireOwnRecord(name, context)
  if (record === undefined || name === undefined) throw notInstalled(app, names)
  const tree = await readCommands(workspace, record)
  if (tree === undefined) throw unknownCommands([name])
  return { manifest: record.manifest, argv: record.argv, tree }
}

/** Why apps have no tools, and what to do. */
export const unknownCommands = (names: readonly AppName[]): NotFoundError =>
  new NotFoundError('tool.no-commands', `The commands of ${someNames(names)} are not known here.`, {
    hint: `Run "cli-apps install ${names[0]}" to read its help again, or "cli-apps doctor" to find the problem.`,
  })

/** As many names as a sentence takes. */
export const someNames = (names: readonly AppName[]): string =>
  names.length <= 10 ? names.join(', ') : `${names.slice(0, 10).join(', ')} (+${names.length - 10})`

function notInstalled(app: string, names: readonly AppName[]): NotFoundError {
  const near = nearestNames(app.slice(0, 100), names, 1)[0]
  return new NotFoundError(
    'app.not-installed',
    `${JSON.stringify(toLine(app, 100))} is not installed here.`,
    {
      hint:
        near === undefined ? 'Run "cli-apps list" to list the installed apps.' : `Did you mean "${near}"?`,
    },
  )
}
