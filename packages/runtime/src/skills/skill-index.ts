import { estimateTokens, toLine } from '@cli-apps/core'
import { type Skill, type SkillSource, skillSources } from './skill.ts'

/** The content of an index. */
interface IndexedSkills {
  skills: readonly Skill[]
  /** Untrusted skills, which are counted but not named. */
  hidden: readonly string[]
}

type Line = (skill: Skill) => string

const intro =
  'A skill tells how to do one kind of task. Before such a task read its SKILL.md, from its path or with read_skill.'

const titles: Record<SkillSource, string> = {
  workspace: 'Skills of this workspace:',
  user: 'Skills of the user:',
  'built-in': 'Skills of this program:',
}

const described =
  (longest: number): Line =>
  ({ name, description, path, reason }) => {
    const text = toLine(description, longest)
    const lacks = reason === undefined ? '' : ` (unavailable: ${toLine(reason, 200)})`
    return `- ${name}${text === '' ? '' : `: ${text}`} (${toLine(path, 300)})${lacks}`
  }

const levels: readonly Line[] = [described(1024), described(200), described(80)]

/**
 * Renders the list of skills for a prompt in at most `budget` tokens (except for an empty list): with full
 * descriptions, otherwise shorter ones, otherwise names only, otherwise as many names as fit and the number of the
 * others. `undefined` if there are no skills.
 */
export function renderSkillIndex({ skills, hidden }: IndexedSkills, budget: number): string | undefined {
  if (skills.length + hidden.length === 0) return undefined
  const end = hidden.length === 0 ? [] : [hiddenLine(hidden.length)]
  const start = skills.length === 0 ? [] : [intro]
  for (const line of levels) {
    const text = [...start, ...grouped(skills, line), ...end].join('\n')
    if (estimateTokens(text) <= budget) return text
  }
  const remaining = budget - estimateTokens([...start, ...end].join('\n'))
  return [...start, ...named(skills, remaining), ...end].join('\n')
}

const grouped = (skills: readonly Skill[], line: Line): string[] =>
  skillSources.flatMap((source) => {
    const own = skills.filter((skill) => skill.source === source)
    return own.length === 0 ? [] : [titles[source], ...own.map(line)]
  })

/** Names by source, then the number of the others. */
function named(skills: readonly Skill[], budget: number): string[] {
  const reserved = others(skills, skills.length)
  const all = nameLines(skills)
  if (estimateTokens(all.join('\n')) <= budget) return all
  let remaining = budget - estimateTokens(reserved) - estimateTokens(nameLines([]).join('\n'))
  for (const source of skillSources)
    if (skills.some((skill) => skill.source === source)) remaining -= titleCost(source)
  let count = 0
  for (const skill of skills) {
    // Each estimate is one higher than its share of the sum.
    remaining -= estimateTokens(`, ${nameOf(skill)}`) - 1
    if (remaining < 0) break
    count++
  }
  const shown = skills.slice(0, count)
  return [...nameLines(shown), others(skills.slice(count), skills.length - count)]
}

const titleCost = (source: SkillSource): number => estimateTokens(`${titles[source]} \n.`)

const nameLines = (skills: readonly Skill[]): string[] =>
  skillSources.flatMap((source) => {
    const names = skills.filter((skill) => skill.source === source).map(nameOf)
    return names.length === 0 ? [] : [`${titles[source]} ${names.join(', ')}.`]
  })

const nameOf = ({ name, available }: Skill): string => (available ? name : `${name} (unavailable)`)

/** Describes where the others are: their folders, as far as these can be named. */
function others(skills: readonly Skill[], count: number): string {
  const folders = [
    ...new Set(skills.map(({ path }) => path.slice(0, path.lastIndexOf('/', path.length - 10)))),
  ]
  const where = folders.map((folder) => toLine(folder, 200)).join(', ')
  return `And ${count} more: each folder in ${where} is one; read_skill tells the names that are nearest to a word.`
}

const hiddenLine = (hidden: number): string =>
  hidden === 1
    ? '1 skill of this workspace is hidden until the user trusts it; the host program decides that (trustWorkspace).'
    : `${hidden} skills of this workspace are hidden until the user trusts it; the host program decides that (trustWorkspace).`
