import { NotFoundError, type PublishedVersion } from '@cli-apps/core'
import { renderSkill, type SkillTemplates } from '@cli-apps/core/skill'
import packageFile from '../../package.json' with { type: 'json' }

/** The files of the skill of an app that is not installed, by name: it begins with how to install it. */
export const appSkillFiles = (
  { manifest, digest }: Pick<PublishedVersion, 'manifest' | 'digest'>,
  templates: SkillTemplates,
): Readonly<Record<string, string>> =>
  renderSkill({ manifest, digest, templates, generator: { version: packageFile.version } }).files

export interface AppSkillRequest {
  version: Pick<PublishedVersion, 'manifest' | 'digest'>
  templates: SkillTemplates
  /** `SKILL.md`, or one of its references. */
  file: string
}

/** One of these files. Throws `NotFoundError` `skill.no-file`. */
export function renderAppSkill({ version, templates, file }: AppSkillRequest): string {
  const files = appSkillFiles(version, templates)
  const text = Object.hasOwn(files, file) ? files[file] : undefined
  if (text !== undefined) return text
  throw new NotFoundError(
    'skill.no-file',
    `The skill of ${version.manifest.name} has no file ${file.slice(0, 200)}.`,
    {
      hint: 'Its SKILL.md names every reference.',
    },
  )
}
