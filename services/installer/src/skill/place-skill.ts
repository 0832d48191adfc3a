import { lstat, mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { ConflictError, type InstallRecord, skillName, t } from '@cli-apps/core'
import { digestOf, temporaryName, writeFileAtomic } from '@cli-apps/core/node'
import type { ChangePlan } from '@cli-apps/core/results'
import type { CommandResult } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { writes } from '../plan/planned-effect.ts'
import type { AppDocuments } from './document-app.ts'
import type { SkillRenderResult } from './skill-result.ts'
import type { SkillStyle } from './skill-style.ts'

export interface GeneratedSkill {
  record: InstallRecord
  documents: AppDocuments
  style: SkillStyle
}

/** Texts by their path in the skill's folder. */
const filesOf = ({ record, documents }: GeneratedSkill): [file: string, text: string][] =>
  Object.entries(documents.files).map(([file, text]) => [
    file.slice(`skills/${skillName(record.name)}/`.length),
    text,
  ])

/** Prints a generated skill to stdout: SKILL.md, then each reference below a line that names it. */
export function printSkill(skill: GeneratedSkill): CommandResult<SkillRenderResult> {
  const files = filesOf(skill)
  return {
    value: resultOf(skill, null, (text) => ({ text })),
    text: files
      .map(([file, text]) => (file === 'SKILL.md' ? text : `\n<!-- ${file} -->\n\n${text}`))
      .join(''),
    isVerbatim: true,
  }
}

/**
 * Writes a generated skill to a new folder, completely or not at all. Throws `ConflictError` `skill.folder-taken` if
 * the path exists already.
 */
export async function placeSkill(
  skill: GeneratedSkill,
  out: string,
  { cwd, isDryRun, workspace }: Pick<CommandContext, 'cwd' | 'workspace'> & { isDryRun: boolean },
): Promise<CommandResult<SkillRenderResult | ChangePlan>> {
  const folder = path.resolve(cwd, out)
  await requireNothing(folder)
  const files = filesOf(skill)
  if (isDryRun) {
    const summary = t('place-skill.write-skill', 'write the skill of {name} to {folder}', {
      name: skill.record.name,
      folder,
    })
    const effects = writes(...files.map(([file]) => path.join(folder, file)))
    const change = { subject: skill.record.name, summary, effects, permissions: [], remarks: [], facts: {} }
    const value = { command: 'skill render', workspace: workspace.root, changes: [change] }
    return { value, text: summary }
  }
  const aside = temporaryName(folder)
  try {
    await mkdir(aside, { recursive: true })
    for (const [file, text] of files) {
      await mkdir(path.dirname(path.join(aside, file)), { recursive: true })
      await writeFileAtomic(path.join(aside, file), text)
    }
    await rmdir(folder).catch(() => undefined)
    await rename(aside, folder)
  } catch (error) {
    await rm(aside, { recursive: true, force: true })
    throw error
  }
  return {
    value: resultOf(skill, folder, () => ({})),
    text: [
      t('place-skill.skill', 'The skill of {name} is in {folder}:', { name: skill.record.name, folder }),
      ...files.map(([file]) => `  ${file}`),
    ].join('\n'),
  }
}

const resultOf = (
  skill: GeneratedSkill,
  out: string | null,
  textOf: (text: string) => { text?: string },
): SkillRenderResult => ({
  rendered: [
    {
      app: skill.record.name,
      version: skill.record.version,
      language: skill.style.language,
      out,
      files: filesOf(skill).map(([file, text]) => ({
        path: file,
        changed: out !== null,
        digest: digestOf(text),
        ...textOf(text),
      })),
      saved: [],
      moved: [],
    },
  ],
})

/** A link counts as existing, wherever it leads. */
async function requireNothing(folder: string): Promise<void> {
  const found = await lstat(folder).catch(() => undefined)
  if (found === undefined || (found.isDirectory() && (await readdir(folder)).length === 0)) return
  throw new ConflictError(
    'skill.folder-taken',
    t('skill.folder-taken', '{folder} already exists.', { folder }),
    {
      hint: t('skill.folder-taken.hint', 'Name a new folder; existing files are not overwritten.'),
    },
  )
}
