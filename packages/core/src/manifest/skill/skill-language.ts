import * as z from 'zod'

/** Languages that skills are written in. */
export const skillLanguages = ['en', 'zh'] as const

/** A language of skills, as files name it. */
export const SkillLanguage = z.enum(skillLanguages)
export type SkillLanguage = z.infer<typeof SkillLanguage>
