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
  digestOf,
  isInside,
  readTemplateFolder,
  readWorkspaceTrust,
  templatesDigest,
  type Workspace,
} from '@cli-apps/core/node'
import type { InstallerConfig } from '../config.ts'
import { builtFrom } from '../version.ts'
import { placeOf } from '../workspace/place.ts'

/** Language and templates with which a skill is rendered. */
export interface SkillStyle {
  language: SkillLanguage
  /** Workspace templates that the user trusts, which override the built-in ones; absolute folder. */
  templates: { folder: string; digest: Digest } | undefined
}

/** Workspace and user for which a skill is rendered. */
export interface StyleContext {
  workspace: Workspace
  config: Pick<InstallerConfig, 'home'>
}

/**
 * Digest of all that decides how the facts about an app become its skill; `undefined` where the program runs from its
 * sources, which may change at any time.
 */
export const rendererOf = ({ language, templates }: SkillStyle): Digest | undefined =>
  builtFrom && digestOf(JSON.stringify([builtFrom, language, templates?.digest ?? null]))

export interface LanguageWish {
  /** `--lang`. A locale only chooses messages, so that no skill depends on the machine that made it. */
  asked: SkillLanguage | undefined
  record: Pick<InstallRecord, 'skill'> | undefined
  settings: SkillSettings | undefined
}

/**
 * Chooses the requested language, or else the one requested for this app before, or else that of the workspace. `own`
 * is what to store in the record: a language other than the one that the workspace declares.
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

/** Returns the workspace's templates; `undefined` if it declares none. */
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

/** Templates reach models, so those of a cloned workspace are used only once the user has trusted them. */
export async function trustedTemplates(
  settings: SkillSettings | undefined,
  context: StyleContext,
): Promise<SkillStyle['templates']> {
  const found = await findTemplates(settings, context)
  return found?.isTrusted === true ? { folder: found.folder, digest: found.digest } : undefined
}

/** Returns a plan's notices about its skill templates. */
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
          'the templates of this workspace are not trusted and not used: {folder} (review them, then run: {cli} trust)',
          { folder: found.folder },
        ),
  ]
}

/**
 * Returns the template folder that the workspace declares. Throws `InvalidError` `skill.no-templates` if it does not
 * exist, and `IntegrityError` `skill.templates-outside` if it is a link that leads out of the workspace.
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
