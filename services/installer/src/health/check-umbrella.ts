import path from 'node:path'
import { cliCall, t } from '@cli-apps/core'
import { readUmbrellaRecord } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { readSkillText } from '../skill/read-skill-text.ts'
import { isAsGenerated } from '../skill/skill-state.ts'
import { umbrellaChanges } from '../umbrella/umbrella-changes.ts'
import type { Verifier } from './check.ts'
import { missingOrEdited } from './check-skill.ts'
import type { Fault } from './fault.ts'

/** Checks the skill for all apps, in each folder that has it, like the skill of an app. */
export async function checkUmbrella({
  workspace,
  signatures,
}: Pick<Verifier, 'workspace' | 'signatures'>): Promise<Fault[]> {
  const record = await readUmbrellaRecord(workspace, signatures)
  const faults = await Promise.all(
    Object.entries(record?.files ?? {}).map(async ([file, digest]) => {
      const text = await readSkillText(workspace, file)
      if (text !== undefined && isAsGenerated(text, digest)) return []
      const place = path.join(workspace.root, file)
      return [missingOrEdited({ app: null, file, place, isMissing: text === undefined })]
    }),
  )
  return faults.flat()
}

/** Checks whether the skill for all apps would be the same if it were written now. */
export async function checkUmbrellaAge(context: CommandContext): Promise<Fault[]> {
  const { workspace } = context
  const changes = await umbrellaChanges([], context)
  if (changes.length === 0) return []
  return [
    {
      code: 'skill.outdated',
      app: null,
      message: t('check-umbrella.outdated', 'The skill for all apps is outdated.'),
      hint: t('check-skill-age.hint', 'Run "{fix}" or "{cli} doctor --fix" to regenerate it.', {
        fix: `${cliCall()} skill render`,
      }),
      paths: changes.map((change) => path.join(workspace.root, change.path)),
    },
  ]
}
