import * as z from 'zod'
import { skillLanguages } from './skill/skill-words.ts'

/** Languages that skills can be made in, as files name them. */
export const SkillLanguage = z.enum(skillLanguages)
export type SkillLanguage = z.infer<typeof SkillLanguage>
