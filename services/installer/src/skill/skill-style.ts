import { realpath, stat } from 'node:fs/promises'
import {
  type InstallRecord,
  IntegrityError,
  InvalidError,
  type SkillLanguage,
  type SkillSettings,
} from '@cli-apps/core'
import { isInside, type Workspace } from '@cli-apps/core/node'
import { placeOf } from '../workspace/place.ts'

/** In what language a skill is rendered, and with whose templates. */
export interface SkillStyle {
  language: SkillLanguage
  /** Absolute folder of templates of the workspace, which take the place of ours. */
  templates: string | undefined
}

export interface LanguageWish {
  /** `--lang`; a locale chooses messages only, so that no skill depends on the machine that made it. */
  asked: SkillLanguage | undefined
  record: Pick<InstallRecord, 'skill'> | undefined
  settings: SkillSettings | undefined
}

/**
 * The language that is asked for, else the one that was asked for with this app before, else that of the workspace. `own`
 * is what the record is to keep: a language that the workspace does not declare anyhow.
 */
export function chooseLanguage({ asked, record, settings }: LanguageWish): {
  language: SkillLanguage
  own: SkillLanguage | undefined
} {
  const declared = settings?.lang ?? 'en'
  const language = asked ?? record?.skill.language ?? declared
  return { language, own: language === declared ? undefined : language }
}

export const readSkillStyle = async (wish: LanguageWish, workspace: Workspace): Promise<SkillStyle> => ({
  language: chooseLanguage(wish).language,
  templates: await templateFolder(wish.settings, workspace),
})

/**
 * The folder of templates that the workspace declares. Throws `InvalidError` `skill.no-templates` where there is none, and
 * `IntegrityError` `skill.templates-outside` where it is a link that leads out of the workspace.
 */
export async function templateFolder(
  settings: SkillSettings | undefined,
  workspace: Workspace,
): Promise<string | undefined> {
  const name = settings?.templates
  if (name === undefined) return undefined
  const folder = await placeOf(workspace, name)
  const target = await realpath(folder).catch(() => undefined)
  if (target === undefined || !(await stat(target)).isDirectory())
    throw new InvalidError('skill.no-templates', `There is no folder of templates ${folder}.`, {
      hint: 'Make it, or take skills.templates out of cli-apps.json.',
      details: { file: workspace.file },
    })
  if (isInside(await realpath(workspace.root), target)) return folder
  throw new IntegrityError(
    'skill.templates-outside',
    `${folder} is a link that leads out of the workspace.`,
    {
      hint: 'Put the templates themselves into the folder that skills.templates of cli-apps.json names.',
      details: { file: folder },
    },
  )
}
