import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { InvalidError, isAppName, NotFoundError, parseAppName, t } from '@cli-apps/core'
import { isMissing, readRecord, type Workspace } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { type LintSkillOptions, lintSkill } from '../skill-lint/lint-skill.ts'
import { namedApp } from '../skill-lint/named-app.ts'
import type { SkillFile } from '../skill-lint/skill-file.ts'
import { lintText } from './lint-text.ts'
import { readSkillFolder } from './read-skill-folder.ts'
import { readSkillTree } from './read-skill-tree.ts'
import type { SkillLintResult } from './skill-lint-result.ts'

interface LintFolderOptions {
  /** Installed app whose commands the skill is checked against; by default, the app that the skill names. */
  program?: string | undefined
}

/**
 * Checks the skill in a folder, generated or not. The exit status is 3 if there is any error. Throws `NotFoundError`
 * `skill.no-folder`, `InvalidError` `skill.no-skill-file`, and `NotFoundError` `app.not-installed` for a given program
 * that is not installed.
 */
export async function lintFolder(
  folder: string,
  { cwd, workspace }: Pick<CommandContext, 'cwd' | 'workspace'>,
  { program }: LintFolderOptions = {},
): Promise<{ value: SkillLintResult; text: string; exitStatus: number }> {
  const absolute = await findFolder(path.resolve(cwd, folder))
  const { files, unread } = await readSkillFolder(absolute)
  const main = files.find((file) => file.path === 'SKILL.md')
  if (main === undefined) throw noSkill(absolute, files)
  const folderName = path.basename(absolute)
  const guesses = [namedApp(main.text ?? ''), folderName.replace(/^cli-app-/, '')]
  const known = await findProgram(workspace, { program, guesses })
  const report = lintSkill({ files, folderName, unread, ...known })
  const value = { ...report, folder: absolute, files: files.length }
  return { value, text: lintText(value), exitStatus: value.counts.error > 0 ? 3 : 0 }
}

/** Resolves links, because the name of the real folder is checked. */
async function findFolder(place: string): Promise<string> {
  try {
    const real = await realpath(place)
    if ((await stat(real)).isDirectory()) return real
  } catch (error) {
    if (!isMissing(error)) throw error
    throw new NotFoundError(
      'skill.no-folder',
      t('skill.no-folder', 'Folder not found: {place}.', { place }),
      {
        hint: t('skill.no-folder.hint', 'Name the folder of a skill, such as skills/cli-app-jq.'),
        cause: error,
      },
    )
  }
  throw new NotFoundError(
    'skill.no-folder',
    t('skill.no-folder.file-not-folder', '{place} is a file, not a folder.', { place }),
    {
      hint: t('skill.no-folder.hint.name-folder-skill', 'Name the folder of the skill: {place}', {
        place: path.dirname(place),
      }),
    },
  )
}

function noSkill(folder: string, files: readonly SkillFile[]): InvalidError {
  const below = files.find((file) => file.path.endsWith('/SKILL.md'))
  const nearly = files.find((file) => file.path.toLowerCase() === 'skill.md')
  return new InvalidError(
    'skill.no-skill-file',
    t('skill.no-skill-file', 'SKILL.md was not found in {folder}.', { folder }),
    {
      hint:
        nearly !== undefined
          ? t('skill.no-skill-file.hint', 'Rename {path} to SKILL.md.', { path: nearly.path })
          : below !== undefined
            ? t('skill.no-skill-file.hint.name-folder-one-skill', 'Name the folder of one skill: {folder}', {
                folder: path.join(folder, path.dirname(below.path)),
              })
            : t('specification.hint', 'A skill is a folder with a file of exactly that name.'),
    },
  )
}

/** Returns the commands of the given app, or else of the first candidate that is installed. */
async function findProgram(
  workspace: Workspace,
  { program, guesses }: { program: string | undefined; guesses: readonly (string | undefined)[] },
): Promise<Pick<LintSkillOptions, 'tree' | 'manifest'>> {
  for (const guess of program === undefined ? guesses : [program]) {
    if (guess === undefined || !isAppName(guess)) continue
    const name = parseAppName(guess)
    const record = await readRecord(workspace, name)
    if (record === undefined) continue
    const tree = await readSkillTree(workspace, record)
    return { tree, manifest: record.manifest }
  }
  if (program !== undefined) throw notInstalled(program)
  return {}
}

const notInstalled = (name: string): NotFoundError =>
  new NotFoundError(
    'app.not-installed',
    t('app.not-installed.not-installed-here', '{name} is not installed here.', {
      name: JSON.stringify(name),
    }),
    {
      hint: t('app.not-installed.hint.list-installed-apps-cli-apps', 'List the installed apps: {cli} list'),
    },
  )
