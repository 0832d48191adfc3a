import { isDeepStrictEqual } from 'node:util'
import { ConflictError, t } from '@cli-apps/core'
import type { CommandContext } from '../context.ts'
import { umbrellaChanges, umbrellaNotices } from '../umbrella/umbrella-changes.ts'
import { isOnlyRead } from '../unread/is-only-read.ts'
import { requireOwnRecord } from '../workspace/own-record.ts'
import { commitChanges } from '../workspace/transaction.ts'
import { withWorkspaceLock } from '../workspace/with-workspace.ts'
import { type PlannedRender, planRender, type SkillRendering } from './plan-render.ts'
import { wordsNotices } from './skill-changes.ts'

/**
 * Writes rendered skills, all of them or none. Edits made since the plan are saved too. Throws `ConflictError`
 * `workspace.changed` if the app itself was changed meanwhile.
 */
export async function applyRenders(
  planned: readonly PlannedRender[],
  context: CommandContext,
  command = 'skill render',
): Promise<SkillRendering[]> {
  const { workspace, signal, output } = context
  const before = planned.flatMap(({ rendering }) => rendering.changes)
  if (before.length + (await umbrellaChanges(before, context)).length === 0)
    return planned.map(({ rendering }) => rendering)
  return withWorkspaceLock(workspace, { signal, notice: output.notice }, async () => {
    const done: SkillRendering[] = []
    for (const { rendering, options } of planned) {
      const { name } = rendering.record
      const record = await requireOwnRecord(name, context)
      const isSame = record !== undefined && isDeepStrictEqual(record, rendering.record)
      if (record === undefined || !(isSame || isOnlyRead(rendering.record, record))) throw changed(name)
      done.push(await planRender(record, context, options))
    }
    const names = done.map(({ record }) => record.name).join(' ')
    const changes = done.flatMap((rendering) => rendering.changes)
    const umbrella = await umbrellaChanges(changes, context)
    await commitChanges(workspace, `${command} ${names}`, [...changes, ...umbrella])
    for (const notice of umbrellaNotices(umbrella)) output.notice(notice)
    for (const rendering of done)
      for (const notice of wordsNotices(rendering.record.name, rendering)) output.notice(notice)
    return done
  })
}

const changed = (name: string): ConflictError =>
  new ConflictError(
    'workspace.changed',
    t('workspace.changed.another-process-changed-meanwhile', 'Another process changed {name} meanwhile.', {
      name,
    }),
    {
      hint: t(
        'workspace.changed.hint',
        'Nothing was changed here. Run the command again to see the new plan.',
      ),
    },
  )
