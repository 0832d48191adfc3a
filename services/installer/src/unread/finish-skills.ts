import { type AppName, t } from '@cli-apps/core'
import type { CommandResult } from '../command.ts'
import type { CommandContext } from '../context.ts'
import type { SkillFinishResult } from '../skill/skill-result.ts'
import { readUnread } from './read-unread.ts'

/** `skill finish`: reads what installs left unread, of all apps where none is named. */
export async function finishSkills(
  names: readonly AppName[],
  context: CommandContext,
): Promise<CommandResult<SkillFinishResult>> {
  const { read, failed, left } = await readUnread(names, context)
  const failures = failed.map(({ name, error: { code, message, hint = '' } }) => ({
    app: name,
    code,
    message,
    hint,
  }))
  const lines = [
    ...read.map((name) => t('finish-skills.finished', 'The skill of {name} is finished.', { name })),
    ...failures.map(({ app, message, hint }) =>
      t('finish-skills.failed', '{app} could not be read: {message}\n  {hint}', { app, message, hint }),
    ),
    ...left.map((name) => t('finish-skills.left', 'Another process reads {name}.', { name })),
  ]
  return {
    value: { finished: read, failures, left },
    text: lines.length > 0 ? lines.join('\n') : t('finish-skills.nothing', 'Every skill is finished.'),
    exitStatus: failures.length === 0 ? 0 : 8,
  }
}
