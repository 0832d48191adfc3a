import { stat } from 'node:fs/promises'
import path from 'node:path'
import {
  type InstallRecord,
  isAppName,
  layoutAt,
  NotFoundError,
  parseAppName,
  t,
  umbrellaPath,
} from '@cli-apps/core'
import { listInstalled, readRecord } from '@cli-apps/core/node'
import type { CommandResult } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { lintFolder } from './lint-folder.ts'
import type { SkillLintResult } from './skill-lint-result.ts'
import type { SkillsLintResult } from './skill-result.ts'

/** Checks the skill in a folder or of an installed app; without an argument, every skill of the workspace. */
export async function lintSkills(
  word: string | undefined,
  context: CommandContext,
): Promise<CommandResult<SkillLintResult | SkillsLintResult>> {
  if (word !== undefined) return lintFolder(await folderOf(word, context), context)
  const names = await listInstalled(context.workspace)
  const judged = []
  const folders = new Set(await Promise.all(names.map((name) => folderOf(name, context))))
  for (const folder of folders) judged.push(await lintFolder(folder, context))
  return {
    value: { skills: judged.map(({ value }) => value) },
    text:
      judged.length === 0
        ? t('lint-skills.no-skills-found', 'No skills found.')
        : judged.map(({ text }) => text).join('\n\n'),
    exitStatus: Math.max(0, ...judged.map(({ exitStatus }) => exitStatus)),
  }
}

/** An existing folder takes precedence over an app of that name. Throws `NotFoundError` `skill.nothing-to-judge`. */
async function folderOf(word: string, { cwd, workspace }: CommandContext): Promise<string> {
  if (isAppName(word)) {
    const record = await readRecord(workspace, parseAppName(word))
    if (record !== undefined && !(await isFolder(path.resolve(cwd, word))))
      return path.join(workspace.root, path.dirname(skillOf(record)))
  }
  if (await isFolder(path.resolve(cwd, word))) return word
  throw new NotFoundError(
    'skill.nothing-to-judge',
    t('skill.nothing-to-judge', '{word} is neither a folder nor an installed app.', { word }),
    {
      hint: t(
        'skill.nothing-to-judge.hint',
        'Name the folder of a skill or an installed app. Run "{cli} list" to list the apps.',
      ),
    },
  )
}

/** The skill that an app's own is, or is a reference of. */
const skillOf = ({ skill }: InstallRecord): string =>
  layoutAt(skill.path) === 'umbrella' ? umbrellaPath('skills') : skill.path

const isFolder = (folder: string): Promise<boolean> =>
  stat(folder).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
