import { realpath, stat } from 'node:fs/promises'
import {
  type Digest,
  type InstallRecord,
  IntegrityError,
  InvalidError,
  type SkillLanguage,
  type SkillSettings,
  t,
} from '@cli-apps/core'
import {
  isInside,
  readTemplateFolder,
  readWorkspaceTrust,
  templatesDigest,
  type Workspace,
} from '@cli-apps/core/node'
import type { InstallerConfig } from '../config.ts'
import { placeOf } from '../workspace/place.ts'

/** In what language a skill is rendered, and with whose templates. */
export interface SkillStyle {
  language: SkillLanguage
  /** Templates of the workspace that a person trusts here, which take the place of ours; absolute folder. */
  templates: { folder: string; digest: Digest } | undefined
}

/** Where a skill is rendered, and for which user. */
export interface StyleContext {
  workspace: Workspace
  config: Pick<InstallerConfig, 'home'>
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

export const readSkillStyle = async (wish: LanguageWish, context: StyleContext): Promise<SkillStyle> => ({
  language: chooseLanguage(wish).language,
  templates: await trustedTemplates(wish.settings, context),
})

/** The templates of a workspace, and whether this user trusts exactly these. */
export interface FoundTemplates {
  folder: string
  digest: Digest
  isTrusted: boolean
}

/** `undefined` where the workspace declares none. */
export async function findTemplates(
  settings: SkillSettings | undefined,
  { workspace, config }: StyleContext,
): Promise<FoundTemplates | undefined> {
  const folder = await templateFolder(settings, workspace)
  if (folder === undefined) return undefined
  const digest = templatesDigest(await readTemplateFolder(folder))
  const { templates } = await readWorkspaceTrust(config.home)
  return { folder, digest, isTrusted: templates.includes(digest) }
}

/** Words of templates reach models as ours do: a clone's count only once a person here has trusted them. */
export async function trustedTemplates(
  settings: SkillSettings | undefined,
  context: StyleContext,
): Promise<SkillStyle['templates']> {
  const found = await findTemplates(settings, context)
  return found?.isTrusted === true ? { folder: found.folder, digest: found.digest } : undefined
}

/** What a plan says of the templates by which it makes skills. */
export async function templateNotices(
  settings: SkillSettings | undefined,
  context: StyleContext,
): Promise<string[]> {
  const found = await findTemplates(settings, context)
  if (found === undefined) return []
  return [
    found.isTrusted
      ? t(
          'skill-style.skill-generated-from-templates',
          'the skill is generated from the templates of this workspace, which you trust: {folder}',
          { folder: found.folder },
        )
      : t(
          'skill-style.templates-workspace-not-trusted',
          'the templates of this workspace are not trusted and not used: {folder} (review them, then run: cli-apps trust)',
          { folder: found.folder },
        ),
  ]
}

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
    throw new InvalidError(
      'skill.no-templates',
      t('skill.no-templates', 'Template folder not found: {folder}.', { folder }),
      {
        hint: t('skill.no-templates.hint', 'Create it, or remove skills.templates from cli-apps.json.'),
        details: { file: workspace.file },
      },
    )
  if (isInside(await realpath(workspace.root), target)) return folder
  throw new IntegrityError(
    'skill.templates-outside',
    t('skill.templates-outside', '{folder} is a link that leads out of the workspace.', { folder }),
    {
      hint: t(
        'skill.templates-outside.hint',
        'Put the template files into the folder that skills.templates in cli-apps.json names.',
      ),
      details: { file: folder },
    },
  )
}
