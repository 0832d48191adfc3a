import type { FindPlace } from './find-request.ts'
import type { FindOptions, FindResult } from './find-result.ts'
import { type FindThread, openFindThread } from './find-thread.ts'
import type { FindableSkill, FindableTool } from './findable.ts'

/** Finds what could do a task; see `FindResult`. Uses no network. */
export type Find = (query: string, options?: FindOptions) => Promise<FindResult>

interface FindSettings extends FindPlace {
  skills: () => Promise<readonly FindableSkill[]>
  mcpTools: () => Promise<readonly FindableTool[]>
  hasTool(name: string): boolean
}

interface OpenFind {
  find: Find
  close: FindThread['close']
}

/** Maximum characters of a description to search. */
const mostText = 2000

/** What a thread needs of a skill or tool. */
const textsOf = (all: readonly FindableSkill[]): FindableSkill[] =>
  all.map(({ name, description }) => ({ name, description: description.slice(0, mostText) }))

export function openFind({ skills, mcpTools, hasTool, ...place }: FindSettings): OpenFind {
  const thread = openFindThread(place)
  return {
    close: thread.close,
    async find(query, options = {}) {
      const [ownSkills, tools] = await Promise.all([skills(), mcpTools()])
      return thread.find(query, options, {
        skills: textsOf(ownSkills),
        mcpTools: textsOf(tools),
        canInstall: hasTool('install_cli_app'),
      })
    },
  }
}
