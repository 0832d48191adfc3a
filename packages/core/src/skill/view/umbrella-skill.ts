import type { SkillLanguage } from '../../manifest/skill/skill-language.ts'
import { estimateTokens } from '../../tokens.ts'
import { recipeJson } from '../call-json.ts'
import { renderFrontmatter } from '../frontmatter.ts'
import { codeSpan, safeProse } from '../safe-text.ts'
import { shellCall } from '../shell-call.ts'
import { fillWords, type SkillWords, styledWords } from '../skill-words.ts'

/** An app as the skill for all apps lists it. */
export interface UmbrellaApp {
  name: string
  summary: string
  /** Its own skill, relative to the folder of this one. */
  path: string
}

interface UmbrellaSkillFacts {
  /** Name of the skill and of its folder. */
  name: string
  apps: readonly [UmbrellaApp, ...UmbrellaApp[]]
  calls: 'tool' | 'shell'
  words: SkillWords
  language: SkillLanguage
  generator: { version: string }
}

/** The Agent Skills format allows no longer one. */
const maxDescription = 1024
/** Of SKILL.md; the list is shortened until it fits, and always whole. */
const maxTokens = 5_000
/** Characters of a summary: whole, and in short. */
const summaryLengths = [120, 60, 30] as const

/**
 * Renders the one skill that names all apps: its description as many as fit, its body every one with the path of its own
 * skill. Where summaries of all apps do not fit, they are shorter, and then left out.
 */
export function renderUmbrellaSkill(facts: UmbrellaSkillFacts): string {
  const { name, apps, calls, language, generator } = facts
  const words = styledWords(facts.words, calls)
  const front = renderFrontmatter({
    name,
    description: descriptionOf(
      apps.map((app) => app.name),
      words,
    ),
    compatibility: words.compatibility ?? '',
    metadata: { 'generator-version': generator.version, language },
  })
  const call = `\`${(calls === 'shell' ? shellCall : recipeJson)(apps[0].name, { args: ['--help'] })}\``
  const head = [
    front,
    `# ${words.umbrellaTitle}`,
    '',
    `1. ${words.umbrellaFind}`,
    `2. ${fillWords(words.umbrellaCall, { call })}`,
    `3. ${words.umbrellaOthers}`,
    '',
    `## ${words.umbrellaApps}`,
    '',
  ].join('\n')
  const lists = summaryLengths.map((length) => apps.map((app) => appLine(app, length, words)).join('\n'))
  const fitting = lists.find((list) => estimateTokens(`${head}${list}`) <= maxTokens)
  return `${head}\n${fitting ?? namesOf(apps, words)}\n`
}

function descriptionOf(names: readonly string[], words: SkillWords): string {
  const text = (count: number): string => {
    const shown = names.slice(0, count).join(words.comma)
    const more = count === names.length ? '' : fillWords(words.more, { count: names.length - count })
    const apps = [shown, more].filter(Boolean).join(words.space)
    return fillWords(words.umbrellaDescription, { apps })
  }
  let count = names.length
  while (count > 0 && text(count).length > maxDescription) count--
  return text(count)
}

const appLine = ({ name, summary, path }: UmbrellaApp, length: number, words: SkillWords): string =>
  `- [${name}](${path})${words.colon}${safeProse(summary, length)}`

/** The paths of all follow from one. */
function namesOf(apps: UmbrellaSkillFacts['apps'], words: SkillWords): string {
  const [{ name, path }] = apps
  const anyPath = codeSpan(path.replace(name, 'NAME'), 200)
  const names = apps.map((app) => app.name).join(words.comma)
  return `${fillWords(words.umbrellaFiles, { path: anyPath })}\n\n${names}`
}
