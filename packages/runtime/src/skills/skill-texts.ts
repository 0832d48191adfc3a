import { skillFile } from '@cli-apps/core'
import type { Skill, SkillText } from './skill.ts'
import type { SkillFiles } from './skill-files.ts'

/** Maximum characters of one skill in a prompt; the rest is read page by page. */
const longestText = 40_000

/** Adds the texts to skills; skills deleted in the meantime are omitted. */
export async function textsOf(
  skills: readonly Skill[],
  files: SkillFiles,
  onBug: (error: unknown) => void,
): Promise<SkillText[]> {
  const texts = skills.map((skill) => textOf(skill, files).catch(onBug))
  return (await Promise.all(texts)).filter((text) => text !== undefined)
}

/** Adds the text below the front matter to a skill. Throws the errors of `SkillFiles.read`. */
export async function textOf(skill: Skill, files: SkillFiles): Promise<SkillText> {
  const { readFrontMatter } = await import('@cli-apps/core/skill/front-matter')
  const whole = await files.read(skill, skillFile)
  const { body } = readFrontMatter(whole)
  const text = body.trim()
  if (text.length <= longestText) return { ...skill, text }
  const call = JSON.stringify({ name: skill.name, offset: whole.indexOf(text) + longestText })
  const rest = `[${text.length - longestText} more characters: read_skill ${call}]`
  return { ...skill, text: `${text.slice(0, longestText).toWellFormed()}\n\n${rest}` }
}
