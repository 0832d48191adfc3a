import { NotFoundError, type PublishedVersion } from '@cli-apps/core'
import { renderSkill, type SkillTemplates } from '@cli-apps/core/skill'
import packageFile from '../../package.json' with { type: 'json' }

interface AppSkillRequest {
  version: Pick<PublishedVersion, 'manifest' | 'digest'>
  templates: SkillTemplates
}

/** Renders the skill of an app that is not installed, file by file. SKILL.md begins with how to install the app. */
export const renderAppSkill = ({
  version: { manifest, digest },
  templates,
}: AppSkillRequest): Readonly<Record<string, string>> =>
  renderSkill({ manifest, digest, templates, language: 'en', generator: { version: packageFile.version } })
    .files

/** Renders one file of that skill: `SKILL.md` or a reference. Throws `NotFoundError` `skill.no-file`. */
export function renderAppSkillFile({ file, ...request }: AppSkillRequest & { file: string }): string {
  const files = renderAppSkill(request)
  const text = Object.hasOwn(files, file) ? files[file] : undefined
  if (text !== undefined) return text
  throw new NotFoundError(
    'skill.no-file',
    `The skill of ${request.version.manifest.name} has no file ${file.slice(0, 200)}.`,
    { hint: 'Its SKILL.md names every reference.' },
  )
}
