import { CommandNode } from '@cli-apps/help/command-tree'
import { IntegrityError } from '../../errors/errors.ts'
import { t } from '../../messages/t.ts'
import type { ProgramRecord } from '../../workspace/program-record.ts'
import { digestOf } from '../digest.ts'
import { readJson } from '../files.ts'
import { commandsFile, type Workspace } from './workspace.ts'

/**
 * Reads the command tree of an installed app; `undefined` if there is none. Calls are judged by it, so one that differs
 * from its record, such as one that came with the folder, throws `IntegrityError` `commands.changed`.
 */
export const readCommands = (
  workspace: Workspace,
  { name, called, commands }: Pick<ProgramRecord, 'name' | 'called' | 'commands'>,
): Promise<CommandNode | undefined> => {
  const file = commandsFile(workspace, name, called)
  return readJson(file, CommandNode, {
    what: t('workspace-state.command-tree', 'The command tree of {name}', { name }),
    code: 'commands.corrupt',
    repair: t(
      'workspace-state.delete-run-cli-apps-install',
      'Delete {file} and run "{cli} install {name}" again.',
      { file, name },
    ),
    accept(text) {
      if (digestOf(text) === commands) return
      throw new IntegrityError(
        'commands.changed',
        t(
          'commands.changed',
          'The command tree of {name} is not the one that was read when it was installed: {file}',
          { name, file },
        ),
        {
          hint: t('commands.changed.hint', '"npx cli-apps doctor --fix" reads its help again.'),
          details: { file },
        },
      )
    },
  })
}
