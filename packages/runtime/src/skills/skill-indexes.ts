import type { Skill } from './skill.ts'
import { renderSkillIndex } from './skill-index.ts'
import type { LoadedSkills } from './skill-loader.ts'

export interface SkillIndexOptions {
  /** What the index may take; 1,500 when absent, at least 200. */
  tokens?: number
}

/** Is this in every prompt, with its whole text? */
export const isAlways = ({ always, available }: Skill): boolean => always && available

/** Makes an index once for as long as the skills stay the same: its text is measured at several lengths. */
export function createIndexes() {
  const made = new WeakMap<LoadedSkills, Map<string, string | undefined>>()
  return (loaded: LoadedSkills, options: SkillIndexOptions = {}, omitsAlways = false): string | undefined => {
    const tokens = Math.max(200, options.tokens ?? 1500)
    const own = made.get(loaded) ?? new Map<string, string | undefined>()
    made.set(loaded, own)
    const key = `${tokens} ${omitsAlways}`
    if (!own.has(key)) {
      // A host may pass another budget each time.
      if (own.size >= 20) own.clear()
      const skills = omitsAlways ? loaded.skills.filter((skill) => !isAlways(skill)) : loaded.skills
      own.set(key, renderSkillIndex({ ...loaded, skills }, tokens))
    }
    return own.get(key)
  }
}
