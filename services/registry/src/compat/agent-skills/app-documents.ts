import type { PublishedVersion } from '@cli-apps/core'
import { type SkillPackage, summarizeSkill } from '../../work/skill-package.ts'
import { type CompatDocument, markdown } from '../compat-document.ts'
import { archivePath, indexPaths, skillIndexes } from './indexes.ts'

/** Returns every document of an app's newest skill: its indexes, its files at each of their addresses, and its zip. */
export function appSkillDocuments(version: PublishedVersion, skill: SkillPackage): CompatDocument[] {
  const { name: app, version: number } = version.manifest
  const file = (path: string, content: CompatDocument['content']): CompatDocument => ({
    app,
    path,
    type: markdown,
    content,
  })
  const files = skill.files.flatMap(({ path, bytes }) => [
    file(indexPaths().file(skill.name, path), bytes),
    file(indexPaths(app).file(skill.name, path), bytes),
    ...(path === 'SKILL.md' ? [file(`skills/${skill.name}/SKILL.md`, bytes)] : []),
  ])
  const zip = { app, path: archivePath(app, number), type: 'application/zip', content: skill.zip }
  return [...Object.values(skillIndexes({ app }, [summarizeSkill(version, skill)])), ...files, zip]
}
