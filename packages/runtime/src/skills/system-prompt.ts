import { toLine } from '@cli-apps/core'
import type { SkillText } from './skill.ts'

/** The skills in a system prompt. */
interface SystemPromptParts {
  always: readonly SkillText[]
  index: string | undefined
  requested: readonly SkillText[]
  mentioned: readonly SkillText[]
}

/**
 * Renders the sections about skills, the most stable first, so that prompt caches hold. Each skill appears in full
 * once, in the first section it belongs to. Empty if there is nothing to render.
 */
export function renderSystemPrompt({ always, index, requested, mentioned }: SystemPromptParts): string {
  const shown = new Set<string>()
  const inFull = (title: string, skills: readonly SkillText[]): string[] => {
    const fresh = skills.filter(({ name }) => !shown.has(name))
    for (const { name } of fresh) shown.add(name)
    return fresh.length === 0 ? [] : [[title, ...fresh.map(render)].join('\n\n')]
  }
  return [
    ...inFull('# Skills in use', always),
    ...(index === undefined ? [] : [`# Skills\n\n${index}`]),
    ...inFull('# Requested skills', requested),
    ...inFull('# Mentioned skills', mentioned),
  ].join('\n\n')
}

function render({ name, path, text, reason }: SkillText): string {
  const lacks = reason === undefined ? '' : ` (unavailable: ${toLine(reason, 200)})`
  return `## ${name} (${toLine(path, 300)})${lacks}\n\n${text}`
}
