import { NotFoundError, type PublishedVersion, skillName } from '@cli-apps/core'
import { parseFrontmatter, type SkillTemplates } from '@cli-apps/core/skill'
import { renderAppSkill } from './render-app-skill.ts'
import { type ArchivedFile, archivedFiles, fingerprintOf, sha256Of, zipSkill } from './skill-archive.ts'

type SkillVersion = Pick<PublishedVersion, 'manifest' | 'digest'>

/** The skill of one version, ready to be served. */
export interface SkillPackage {
  /** Name of the skill, its folder and its front matter: `cli-app-<app>`. */
  name: string
  description: string
  files: readonly ArchivedFile[]
  zip: Uint8Array<ArrayBuffer>
}

/** What indexes contain about a skill; small enough to cache. */
export interface SkillSummary {
  app: string
  version: string
  name: string
  description: string
  /** A single SKILL.md is served as is, several files as a zip. */
  type: 'skill-md' | 'archive'
  /** Digest of the served file. */
  digest: string
  files: readonly { path: string; size: number; sha256: string }[]
  fingerprint: string
}

export function packSkill(version: SkillVersion, templates: SkillTemplates): SkillPackage {
  const texts = renderAppSkill({ version, templates })
  const files = archivedFiles(texts)
  const { description } = parseFrontmatter(texts['SKILL.md'] ?? '').frontmatter
  return { name: skillName(version.manifest.name), description, files, zip: zipSkill(files) }
}

export function summarizeSkill({ manifest }: SkillVersion, skill: SkillPackage): SkillSummary {
  const { name, description, files, zip } = skill
  const [first, second] = files
  return {
    app: manifest.name,
    version: manifest.version,
    name,
    description,
    type: second === undefined ? 'skill-md' : 'archive',
    digest: `sha256:${second === undefined ? first?.sha256 : sha256Of(zip)}`,
    files: files.map(({ path, bytes, sha256 }) => ({ path, size: bytes.length, sha256 })),
    fingerprint: fingerprintOf(files),
  }
}

/** Returns one file of a skill. Throws `NotFoundError` `skill.no-file`. */
export function fileOf({ name, files }: SkillPackage, path: string): ArchivedFile {
  const found = files.find((file) => file.path === path)
  if (found !== undefined) return found
  throw new NotFoundError('skill.no-file', `${name} has no file ${JSON.stringify(path.slice(0, 200))}.`, {
    hint: 'Its SKILL.md names every reference.',
  })
}

/** Returns the app of a skill name; `undefined` if the name is not of a skill. */
export const appNameOfSkill = (name: string): string | undefined =>
  name.startsWith('cli-app-') ? name.slice('cli-app-'.length) : undefined
