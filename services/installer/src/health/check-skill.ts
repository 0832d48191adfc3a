import path from 'node:path'
import {
  type InstallRecord,
  installedPrograms,
  type ProgramRecord,
  programTitle,
  skillDigests,
  t,
} from '@cli-apps/core'
import { commandsFile, exists, readCommands, type Workspace } from '@cli-apps/core/node'
import { readSkillText } from '../skill/read-skill-text.ts'
import { isAsGenerated } from '../skill/skill-state.ts'
import { entryAt } from '../store/store.ts'
import type { CheckContext } from './check.ts'
import type { Fault } from './fault.ts'

/**
 * Checks that the generated parts of the skill's files are unchanged. What a user added between marks is not checked.
 */
export async function checkSkill(
  record: InstallRecord,
  { workspace, counted }: CheckContext,
): Promise<Fault[]> {
  const faults: Fault[] = []
  for (const [file, digest] of Object.entries(skillDigests(record))) {
    counted.skill++
    const place = path.join(workspace.root, file)
    const text = await readSkillText(workspace, file)
    if (text !== undefined && isAsGenerated(text, digest)) continue
    faults.push(missingOrEdited({ app: record.name, file, place, isMissing: text === undefined }))
  }
  return faults
}

/** The fault of a generated file that is gone, or that a person changed. */
export const missingOrEdited = ({
  app,
  file,
  place,
  isMissing,
}: Pick<Fault, 'app'> & { file: string; place: string; isMissing: boolean }): Fault => ({
  code: isMissing ? 'skill.missing' : 'skill.edited',
  app,
  message: isMissing
    ? t('check-skill.missing', '{file} is missing.', { file })
    : t('check-skill.edited', '{file} was edited.', { file }),
  hint: isMissing
    ? t('check-skill.hint', 'Run "{cli} doctor --fix" to write it again.')
    : t(
        'check-skill.hint.run-cli-apps-doctor-fix',
        'Run "{cli} doctor --fix" to write it again; it saves your text under .cli-apps/saved.',
      ),
  paths: [place],
})

/** Checks the command tree. Runs are judged by it; without it, the effect of every command is unknown. */
export async function checkCommands(record: InstallRecord, { workspace }: CheckContext): Promise<Fault[]> {
  const { store } = record
  const faults = await Promise.all(
    installedPrograms(record).map(async (program) => {
      if ((await readCommands(workspace, program)) !== undefined) return []
      const isExpected =
        program.called === undefined
          ? store !== null && (await exists(entryAt(store).commands))
          : program.commands !== undefined
      return isExpected ? [missingTree(program, workspace)] : []
    }),
  )
  return faults.flat()
}

function missingTree(program: ProgramRecord, workspace: Workspace): Fault {
  const file = commandsFile(workspace, program.name, program.called)
  return {
    code: 'commands.missing',
    app: program.name,
    message: t('check-skill.command-tree-missing', 'The command tree of {name} is missing: {file}', {
      name: programTitle(program),
      file,
    }),
    hint: t('check-skill.hint', 'Run "{cli} doctor --fix" to write it again.'),
    paths: [file],
  }
}
