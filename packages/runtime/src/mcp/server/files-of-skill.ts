import path from 'node:path'
import { skillFile } from '@cli-apps/core'
import type { SkillFileEntry, SkillFiles } from '@modelcontextprotocol/server/ext/skills'
import { nodeSkillFiles } from '@modelcontextprotocol/server/ext/skills/node'
import type { Skill } from '../../skills/skill.ts'

const references = 'references'

/** The files of a skill as a folder of its own, also where the skill is a reference of the one for all apps. */
export function filesOfSkill({ folder, isBehind }: Pick<Skill, 'folder' | 'isBehind'>): SkillFiles {
  if (isBehind !== true) return nodeSkillFiles(folder)
  const files = nodeSkillFiles(path.dirname(folder))
  const name = path.basename(folder)
  const placeOf = (file: string): string =>
    file === skillFile ? `${name}.md` : `${name}${file.slice(references.length)}`
  return {
    read: (file) => files.read(placeOf(file)),
    list: async (at) => {
      if (at !== '') return files.list(placeOf(at))
      const here = await files.list('')
      const entries: SkillFileEntry[] = here
        .filter((entry) => entry.name === name)
        .map(({ kind }) => ({ name: references, kind }))
      const main = here.filter((entry) => entry.name === `${name}.md`)
      return [...main.map(({ kind }) => ({ name: skillFile, kind })), ...entries]
    },
  }
}
