import { NotFoundError, programTitle, t, UsageError } from '@cli-apps/core'
import type { AppWithCommands, InstalledCommands } from '../installed-commands.ts'

/** What is asked of an app: arguments, or a command and its input. */
export interface AppCall {
  args?: readonly string[] | undefined
  /** Words of the command, or nothing for the program itself. */
  command?: string | undefined
  input?: Readonly<Record<string, unknown>> | undefined
}

/**
 * The arguments of a call: as they are given, or made of a command's input by its place in the app's command tree. Throws
 * `UsageError` `run.args-and-command` for both at once, `NotFoundError` `tool.no-commands` for an app whose commands are
 * not known, and what `findCommand` and `inputToArgv` throw.
 */
export async function callArguments(
  record: AppWithCommands,
  { args, command, input }: AppCall,
  commands: InstalledCommands,
): Promise<readonly string[]> {
  if (command === undefined && input === undefined) return args ?? []
  if (args !== undefined) {
    throw new UsageError(
      'run.args-and-command',
      t('run.args-and-command', 'A call has either "args" or "command" with "input".'),
      {
        hint: t('run.args-and-command.hint', 'Leave one of them out; nothing was run.'),
      },
    )
  }
  const { name } = record
  const tree = await commands(record)
  if (tree === undefined) {
    throw new NotFoundError(
      'tool.no-commands',
      t('tool.no-commands', 'The commands of {name} are not known here.', { name: programTitle(record) }),
      {
        hint: record.unread
          ? t(
              'tool.no-commands.hint.being-read',
              'Its help is still being read: call it with "args", or try again in a moment.',
            )
          : t(
              'tool.no-commands.hint',
              'Call it with "args", or let the user run "npx cli-apps install {name}" again, which reads its help.',
              { name },
            ),
      },
    )
  }
  const { findCommand, inputToArgv } = await import('../command-arguments.ts')
  return inputToArgv(findCommand(programTitle(record), tree, command ?? ''), input ?? {})
}
