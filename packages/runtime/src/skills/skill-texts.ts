import { skillFile } from '@cli-apps/core'
import type { Skill, SkillText } from './skill.ts'
import type { SkillFiles } from './skill-files.ts'

/** Characters of one skill in a prompt; the rest is read by pages. */
const longestText = 40_000

/** Skills with what they say; one that went in between is left out. */
export async function textsOf(
  skills: readonly Skill[],
  files: SkillFiles,
  onBug: (error: unknown) => void,
): Promise<SkillText[]> {
  const texts = skills.map((skill) => textOf(skill, files).catch(onBug))
  return (await Promise.all(texts)).filter((text) => text !== undefined)
}

/** A skill with what stands below its front matter. Throws what `SkillFiles.read` throws. */
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
