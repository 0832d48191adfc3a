import type { CommandContext } from '../context.ts'
import { commitChanges } from '../workspace/transaction.ts'
import { withWorkspaceLock } from '../workspace/with-workspace.ts'
import { umbrellaChanges, umbrellaNotices } from './umbrella-changes.ts'

/** Writes the skill for all apps as it should be now. A user's edits of it are saved first. */
export async function writeUmbrella(
  context: Pick<CommandContext, 'workspace' | 'config' | 'signal' | 'output'>,
  command: string,
): Promise<void> {
  const { workspace, signal, output } = context
  await withWorkspaceLock(workspace, { signal, notice: output.notice }, async () => {
    const changes = await umbrellaChanges([], context)
    if (changes.length === 0) return
    await commitChanges(workspace, command, changes)
    for (const notice of umbrellaNotices(changes)) output.notice(notice)
  })
}
