import { NotFoundError, type PublishedVersion } from '@cli-apps/core'
import { renderSkill, type SkillTemplates } from '@cli-apps/core/skill'
import packageFile from '../../package.json' with { type: 'json' }

export interface AppSkillRequest {
  version: Pick<PublishedVersion, 'manifest' | 'digest'>
  templates: SkillTemplates
  /** `SKILL.md`, or one of its references. */
  file: string
}

/** One file of the skill of an app that is not installed: it begins with how to install it. */
export function renderAppSkill({ version: { manifest, digest }, templates, file }: AppSkillRequest): string {
  const { files } = renderSkill({ manifest, digest, templates, generator: { version: packageFile.version } })
  const text = Object.hasOwn(files, file) ? files[file] : undefined
  if (text !== undefined) return text
  throw new NotFoundError(
    'skill.no-file',
    `The skill of ${manifest.name} has no file ${file.slice(0, 200)}.`,
    {
      hint: 'Its SKILL.md names every reference.',
    },
  )
}
