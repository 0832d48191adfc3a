import type { Skill } from './skill.ts'
import { renderSkillIndex } from './skill-index.ts'
import type { LoadedSkills } from './skill-loader.ts'

export interface SkillIndexOptions {
  /** Token budget of the index; 1,500 by default, at least 200. */
  tokens?: number
}

/** Whether the skill's full text is in every prompt. */
export const isAlways = ({ always, available }: Skill): boolean => always && available

/** Caches indexes while the skills stay the same, since rendering measures the text at several lengths. */
export function createIndexes() {
  const made = new WeakMap<LoadedSkills, Map<string, string | undefined>>()
  return (loaded: LoadedSkills, options: SkillIndexOptions = {}, omitsAlways = false): string | undefined => {
    const tokens = Math.max(200, options.tokens ?? 1500)
    const own = made.get(loaded) ?? new Map<string, string | undefined>()
    made.set(loaded, own)
    const key = `${tokens} ${omitsAlways}`
    if (!own.has(key)) {
      // A host may pass a different budget each time.
      if (own.size >= 20) own.clear()
      const skills = omitsAlways ? loaded.skills.filter((skill) => !isAlways(skill)) : loaded.skills
      own.set(key, renderSkillIndex({ ...loaded, skills }, tokens))
    }
    return own.get(key)
  }
}
