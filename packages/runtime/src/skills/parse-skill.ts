import { toLine } from '@cli-apps/core'
import { readSkillFlags, type SkillFlags } from './skill-requirements.ts'

/** The parsed front matter of a SKILL.md. */
export interface ParsedSkill extends Omit<SkillFlags, 'problems'> {
  description: string
  problems: { code: string; message: string }[]
}

const longestDescription = 1024

/**
 * Parses a SKILL.md in any state: fields missing in its front matter are derived from elsewhere, and reported as
 * problems.
 */
export async function parseSkill(text: string, folderName: string): Promise<ParsedSkill> {
  // YAML is loaded with the first skill, not with the runtime.
  const { readFrontMatter } = await import('@cli-apps/core/skill/front-matter')
  const { fields: list, problem, body, offset } = readFrontMatter(text)
  const fields: Readonly<Record<string, unknown>> =
    problem === undefined
      ? Object.fromEntries(list.map(({ key, value }) => [key, value]))
      : plainFields(text, offset)
  const { problems: misshapen, ...flags } = readSkillFlags(fields)
  const description = typeof fields.description === 'string' ? fields.description : firstSentence(body)
  return {
    ...flags,
    description: toLine(description.slice(0, longestDescription * 2), longestDescription),
    problems: [
      ...(problem === undefined
        ? []
        : [{ code: 'skill.bad-front-matter', message: `Line ${problem.line}: it ${problem.message}.` }]),
      ...nameProblems(fields.name, folderName),
      ...(typeof fields.description === 'string' && fields.description.trim() !== ''
        ? []
        : [{ code: 'skill.no-description', message: 'Its front matter has no description.' }]),
      ...misshapen.map((message) => ({ code: 'skill.bad-requirements', message: `${message}.` })),
    ],
  }
}

function nameProblems(name: unknown, folderName: string): ParsedSkill['problems'] {
  if (typeof name !== 'string' || name === folderName) return []
  const message = `Its front matter calls it ${JSON.stringify(toLine(name, 80))}; the name of its folder counts.`
  return [{ code: 'skill.other-name', message }]
}

/** Name and description of front matter that is not valid YAML, most often because of a colon in the description. */
function plainFields(text: string, offset: number): Record<string, string> {
  const lines = text.split(/\r?\n/, offset).slice(1, -1)
  const entries = lines.flatMap((line) => {
    const [, key, value = ''] = /^(name|description):\s+(\S.*)$/.exec(line.slice(0, 4000)) ?? []
    return key === undefined ? [] : [[key, value.trim().replace(/^(["'])(.*)\1$/, '$2')] as const]
  })
  return Object.fromEntries(entries)
}

/** The first line below the headings. */
const firstSentence = (body: string): string =>
  body
    .slice(0, 4000)
    .split('\n')
    .find((line) => /^\s*[^\s#<>`|!-]/.test(line)) ?? ''
