import { readdirSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { skillFile, toLine } from '@cli-apps/core'
import { hasCode, isInside, isMissing } from '@cli-apps/core/node'
import { stampOfStats } from '../file-stamp.ts'
import type { SkillSource } from './skill.ts'

/** A folder that contains skill folders. */
export interface SkillRoot {
  source: SkillSource
  /** Absolute path. */
  folder: string
  /** Links must not lead out of it; defaults to the folder itself. */
  within?: string
}

/** A folder with a SKILL.md, before it is read. */
export interface FoundSkill {
  name: string
  /** Absolute path of its document: SKILL.md, or a reference of the skill for all apps. */
  file: string
  /** The same, relative to the root, with forward slashes. */
  place: string
  /** Changes whenever the file does. */
  stamp: string
}

export interface FoundSkills {
  /** Real path of the root. */
  real: string
  skills: FoundSkill[]
  problems: { code: string; name: string; message: string }[]
}

const nothing = { real: '', skills: [], problems: [] }
const mostFolders = 2000
const namePattern = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}_. -]{0,63}$/u

/**
 * Whether a name can be shown in a prompt: letters and digits of any script, with `-`, `_`, `.` and blanks in between.
 */
export const isSkillName = (name: string): boolean => namePattern.test(name) && toLine(name, 64) === name

/** Returns the current skills of a root, by name, without reading files; a missing root has none. */
export function findSkillFolders({ folder, within }: SkillRoot): FoundSkills {
  try {
    const real = realpathSync(folder)
    if (within !== undefined && !isInside(within, real))
      return {
        ...nothing,
        problems: [{ code: 'skill.link', name: '', message: 'It leads out of the workspace.' }],
      }
    return { real, ...foundIn(folder) }
  } catch (error) {
    if (isMissing(error)) return nothing
    return { ...nothing, problems: [{ code: 'skill.unreadable', name: '', message: whyNot(error) }] }
  }
}

function foundIn(folder: string): Pick<FoundSkills, 'skills' | 'problems'> {
  const skills: FoundSkill[] = []
  const problems: FoundSkills['problems'] = []
  const seen = new Map<string, string>()
  const names = readdirSync(folder).sort()
  if (names.length > mostFolders)
    problems.push({
      code: 'skill.too-many',
      name: '',
      message: `It has ${names.length} entries; the first ${mostFolders} are read.`,
    })
  for (const name of names.slice(0, mostFolders)) {
    if (name.startsWith('.')) continue
    const file = path.join(folder, name, skillFile)
    try {
      const stats = statSync(file, { bigint: true, throwIfNoEntry: false })
      if (stats === undefined) continue
      const key = name.normalize('NFC').toLowerCase()
      const other = seen.get(key)
      if (!isSkillName(name))
        problems.push({
          code: 'skill.bad-name',
          name,
          message: 'Its folder has a name that no prompt can show.',
        })
      else if (other !== undefined)
        problems.push({
          code: 'skill.duplicate',
          name,
          message: `It has the name of ${toLine(other, 80)}, which counts.`,
        })
      else skills.push({ name, file, place: `${name}/${skillFile}`, stamp: stampOfStats(stats) })
      seen.set(key, name)
    } catch (error) {
      problems.push({ code: 'skill.unreadable', name, message: whyNot(error) })
    }
  }
  return { skills, problems }
}

export function whyNot(error: unknown): string {
  if (hasCode(error, 'EACCES') || hasCode(error, 'EPERM')) return 'This user may not read it.'
  if (hasCode(error, 'ELOOP')) return 'It is a link that leads to itself.'
  return toLine(error instanceof Error ? error.message : String(error), 200)
}
