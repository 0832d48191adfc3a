import * as z from 'zod/mini'
import { agents } from '../agent-table.ts'
import type { AgentId } from '../agents.ts'
import type { AppName } from '../manifest/app-name.ts'
import { skillFile, skillName } from '../manifest/app-name-form.ts'

/** One skill for each app, or one skill for all apps with theirs as its references. */
export const SkillLayout = z.enum(['per-app', 'umbrella'])
export type SkillLayout = z.infer<typeof SkillLayout>

/** Name of the skill for all apps, and of its folder. No app's skill has it: theirs begin with `cli-app-`. */
export const umbrellaName = 'cli-apps'

const references = 'references/'
const umbrellaReferences = `${umbrellaName}/${references}`

/** Path of the skill for all apps in a folder of skills. */
export const umbrellaPath = (folder: string): string => `${folder}/${umbrellaName}/${skillFile}`

/** Path of a file of an app's skill in a folder of skills. */
export function skillPlace(name: AppName, file: string, layout: SkillLayout): string {
  if (layout === 'per-app') return `${skillName(name)}/${file}`
  return file === skillFile
    ? `${umbrellaReferences}${name}.md`
    : `${umbrellaReferences}${name}/${file.startsWith(references) ? file.slice(references.length) : file}`
}

/** The file of an app's skill at a path in a folder of skills, and the layout that has it there. */
export function skillFileAt(name: AppName, place: string): { file: string; layout: SkillLayout } | undefined {
  const [own, behind] = [`${skillName(name)}/`, `${umbrellaReferences}${name}`]
  if (place.startsWith(own)) return { file: place.slice(own.length), layout: 'per-app' }
  if (place === `${behind}.md`) return { file: skillFile, layout: 'umbrella' }
  if (!place.startsWith(`${behind}/`)) return undefined
  return { file: `${references}${place.slice(behind.length + 1)}`, layout: 'umbrella' }
}

const behindUmbrella = new RegExp(`/${umbrellaReferences}[^/]+\\.md$`)

/** Whether this is the path of the document that agents read first about an app, in either layout. */
export const isSkillDocument = (path: string): boolean =>
  path.endsWith(`/${skillFile}`) || behindUmbrella.test(path)

/** The layout of the skill document at this path in the workspace. */
export const layoutAt = (path: string): SkillLayout =>
  path.includes(`/${umbrellaReferences}`) ? 'umbrella' : 'per-app'

/**
 * The layout in `skills/`, where the runtime reads each app's skill by itself: `umbrella` only if one of these agents
 * reads that folder too and would load both.
 */
export const ownLayout = (layout: SkillLayout, ids: readonly AgentId[]): SkillLayout =>
  ids.some((id) => agents[id].skills === 'skills') ? layout : 'per-app'
