import {
  type AppManifest,
  type AppName,
  type CommandNode,
  NotFoundError,
  nearestNames,
  toLine,
} from '@cli-apps/core'
import { listInstalled, readCommands, readRecord, type Workspace } from '@cli-apps/core/node'

/** An installed app and its commands. */
export interface AppCommands {
  manifest: AppManifest
  tree: CommandNode
}

/** The commands of one installed app. Throws `NotFoundError` for one that is not installed, or whose commands are not known. */
export async function getAppCommands(workspace: Workspace, app: string): Promise<AppCommands> {
  const names = await listInstalled(workspace)
  const name = names.find((one) => one === app)
  const record = name === undefined ? undefined : await readRecord(workspace, name)
  if (record === undefined || name === undefined) throw notInstalled(app, names)
  const tree = await readCommands(workspace, name)
  if (tree === undefined) throw unknownCommands([name])
  return { manifest: record.manifest, tree }
}

/** Why apps have no tools, and what to do. */
export const unknownCommands = (names: readonly AppName[]): NotFoundError =>
  new NotFoundError('tool.no-commands', `The commands of ${someNames(names)} are not known here.`, {
    hint: `"cli-apps install ${names[0]}" reads its help again; "cli-apps doctor" tells what is wrong.`,
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
      hint: near === undefined ? '"cli-apps list" names what is.' : `Did you mean "${near}"?`,
    },
  )
}
