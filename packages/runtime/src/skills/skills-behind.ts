import path from 'node:path'
import { layoutAt, skillFile, skillName, skillPlace } from '@cli-apps/core'
import type { Workspace } from '@cli-apps/core/node'
import { stampOf } from '../file-stamp.ts'
import type { InstalledApp } from '../installed-apps.ts'
import type { Skill } from './skill.ts'
import type { FoundSkill } from './skill-folders.ts'

/** Finds the skills of apps that are references of the skill for all apps, as records of this workspace name them. */
export const findSkillsBehind = (apps: readonly InstalledApp[], { root, skills }: Workspace): FoundSkill[] =>
  apps.flatMap((app) => {
    if (app.record === undefined || app.skillFolder !== undefined) return []
    const { name, skill } = app.record
    if (layoutAt(skill.path) === 'per-app') return []
    const file = path.join(root, skill.path)
    const place = path.relative(skills, file).split(path.sep).join('/')
    const stamp = stampOf(file)
    return stamp === '' ? [] : [{ name: skillName(name), file, place, stamp }]
  })

/** Absolute path of a file of a skill, named as in a skill of its own: `SKILL.md`, `references/….md`. */
export function fileInSkill({ folder, isBehind }: Pick<Skill, 'folder' | 'isBehind'>, file: string): string {
  if (isBehind !== true) return path.join(folder, file)
  return file === skillFile ? `${folder}.md` : path.join(folder, file.slice(file.indexOf('/') + 1))
}

/** Path of a file of a workspace's skill, relative to the workspace, with forward slashes. */
export const placeOfFile = ({ name, app, isBehind }: Skill, file: string): string =>
  `skills/${isBehind === true && app !== undefined ? skillPlace(app, file, 'umbrella') : `${name}/${file}`}`

/** The folder of a skill's references. */
export const referencesOf = ({ folder, isBehind }: Skill): string =>
  isBehind === true ? folder : path.join(folder, 'references')
