import { skillFile } from '@cli-apps/core'
import * as z from 'zod'
import type { Limits } from '../options.ts'
import type { Skill } from '../skills/skill.ts'
import type { OpenSkills } from '../skills/skills.ts'
import type { SimpleTool } from './tool.ts'

const ReadSkillInput = z.strictObject({
  name: z.string().min(1).max(200).describe('Of a skill or its app'),
  file: z.string().max(500).optional().describe('SKILL.md when absent'),
  offset: z.int().min(0).optional().describe('next_offset of a cut text'),
})

const description =
  'Reads a skill: how to use an app or do a kind of task. Not needed where you can read the files yourself.'

export interface ReadSkillServices {
  skills: Pick<OpenSkills, 'get' | 'files'>
  limits: Limits
}

/** For agents without files of their own: text of skills by pages, and nothing else of the disk. */
export function createReadSkill({ skills, limits }: ReadSkillServices): SimpleTool<typeof ReadSkillInput> {
  return {
    name: 'read_skill',
    effect: 'read',
    description,
    input: ReadSkillInput,
    async run({ name, file: requested = skillFile, offset = 0 }) {
      const skill = await skills.get(name)
      const file = fileOf(skill, requested)
      const whole = await skills.files.read(skill, file)
      const others = (await skills.files.list(skill)).filter((one) => one !== file)
      const end = pageEnd(whole, offset, limits.outputCharacters)
      return {
        name: skill.name,
        file,
        text: whole.slice(offset, end).toWellFormed(),
        total_characters: whole.length,
        ...(end < whole.length && { next_offset: end }),
        ...(file === skillFile && offset === 0 && others.length > 0 && { references: others }),
        ...(skill.reason !== undefined && { unavailable: skill.reason }),
      }
    },
  }
}

/** Models write a path as they saw it: from the workspace, from the skill's folder, or a bare name from a link. */
function fileOf(skill: Skill, requested: string): string {
  const { path, folder, app } = skill
  const file = requested.trim().replaceAll('\\', '/').replace(/^\.\//, '')
  const isBehind = skill.isBehind === true
  if (isBehind && [path, `${folder}.md`, `${app}.md`].includes(file)) return skillFile
  const starts = isBehind
    ? [path.replace(/\.md$/, '/'), `${folder}/`, `${app}/`]
    : [path.slice(0, -skillFile.length), `${folder}/`]
  const own = file.slice((starts.find((start) => file.startsWith(start)) ?? '').length)
  return own === '' ? skillFile : own === skillFile || own.includes('/') ? own : `references/${own}`
}

/** After a whole line where one ends in the second half of the page, and never within a character. */
function pageEnd(text: string, start: number, size: number): number {
  const end = start + size
  if (end >= text.length) return text.length
  const line = text.lastIndexOf('\n', end - 1) + 1
  if (line > start + size / 2) return line
  const last = text.charCodeAt(end - 1)
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end
}
