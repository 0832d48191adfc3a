import path from 'node:path'
import { playbookSkillPath, RecipeId, t } from '@cli-apps/core'
import {
  digestOf,
  namesIn,
  playbookNames,
  playbookRecordFile,
  readPlaybookRecord,
  resourceFolder,
} from '@cli-apps/core/node'
import { readSkillText } from '../skill/read-skill-text.ts'
import { intactRecord } from '../workspace/intact-record.ts'
import type { Verifier } from './check.ts'
import { missingOrEdited } from './check-skill.ts'
import type { Fault } from './fault.ts'

type Place = Pick<Verifier, 'workspace' | 'signatures'>

/** Checks that the skills of added playbooks are as they were written, by records of this user. */
export async function checkPlaybooks({ workspace, signatures }: Place): Promise<Fault[]> {
  const files = await namesIn(path.join(workspace.state, 'playbooks'))
  const names = files
    .map((file) => RecipeId.safeParse(path.basename(file, '.json')))
    .flatMap(({ data }) => data ?? [])
  if (names.length === 0) return []
  const known = new Set(await playbookNames(resourceFolder('catalog')))
  const found = await Promise.all(
    names.sort().map(async (name): Promise<Fault[]> => {
      const fault = await faultIn(name, { workspace, signatures })
      if (fault === undefined) return []
      return known.has(name) ? [fault] : [withdrawn(fault, name)]
    }),
  )
  return found.flat()
}

async function faultIn(name: string, { workspace, signatures }: Place): Promise<Fault | undefined> {
  const record = await intactRecord(readPlaybookRecord(workspace, name, signatures))
  const placeOf = (file: string): string => path.join(workspace.root, file)
  if (record === undefined)
    return {
      ...{ code: 'playbook.unsigned', app: null, playbook: name },
      message: t(
        'check-playbooks.unsigned',
        'The record of the playbook {name} is damaged or from another user.',
        { name },
      ),
      hint: t('check-skill.hint', 'Run "{cli} doctor --fix" to write it again.'),
      paths: [placeOf(playbookRecordFile(name))],
    }
  const file = playbookSkillPath(name)
  const text = await readSkillText(workspace, file)
  if (text !== undefined && digestOf(text) === record.files[file]) return undefined
  const skill = { app: null, file, place: placeOf(file), isMissing: text === undefined }
  return { ...missingOrEdited(skill), playbook: name }
}

/** Nothing here can write it again, and `playbook remove` takes only what this user added. */
const withdrawn = (fault: Fault, name: string): Fault => ({
  ...fault,
  code: 'playbook.withdrawn',
  hint:
    fault.code === 'playbook.unsigned'
      ? t('check-playbooks.withdrawn-unsigned', 'The catalog no longer has it. Remove this file: {file}', {
          file: playbookRecordFile(name),
        })
      : t('check-playbooks.withdrawn', 'The catalog no longer has it. Run: {cli} playbook remove {name}', {
          name,
        }),
})
