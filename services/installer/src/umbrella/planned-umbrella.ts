import path from 'node:path'
import { t, umbrellaName } from '@cli-apps/core'
import type { PlannedChange } from '@cli-apps/core/results'
import type { CommandContext } from '../context.ts'
import { removes, writes } from '../plan/planned-effect.ts'
import type { FileChange } from '../workspace/transaction.ts'
import { umbrellaChanges } from './umbrella-changes.ts'

/** What these changes mean for the skill for all apps, for a person to confirm; nothing where it stays the same. */
export async function plannedUmbrella(
  changes: readonly FileChange[],
  context: CommandContext,
): Promise<PlannedChange[]> {
  const { root } = context.workspace
  const found = await umbrellaChanges(changes, context)
  if (found.length === 0) return []
  return [
    {
      subject: umbrellaName,
      summary: t('umbrella.update', 'update the skill that names all apps'),
      effects: found.flatMap(({ path: file, content }) =>
        content === null ? removes(path.join(root, file)) : writes(path.join(root, file)),
      ),
      permissions: [],
      remarks: [],
      facts: { files: found.map(({ path: file }) => file) },
    },
  ]
}
