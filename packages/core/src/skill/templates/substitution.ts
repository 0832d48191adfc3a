import type { SkillDialect } from '../../agent-table.ts'
import { unseenCharacter } from '../../to-line.ts'

/*
 * What agents do to the body of a skill before a model reads it; docs/agents.md says where each fact comes from. Claude Code
 * runs !`command` and blocks that begin with ```!, puts arguments in the place of $ARGUMENTS, $ARGUMENTS[0], $0 and $name,
 * values in that of ${CLAUDE_…}, and attaches the files that @path names. It does none of this to files that a skill names.
 */

const unseen = new RegExp(unseenCharacter, 'gu')

/** A `!` before backticks, with or without invisible characters in between. */
const executed = /!`/

/** Returns where a text contains something that an agent would execute, or `undefined`. */
export function findExecutedText(text: string): number | undefined {
  const at = text.search(executed)
  if (at >= 0) return at
  if (/^[\x20-\x7e]*$/.test(text)) return fencedCommand(text)
  const seen = text.replace(unseen, (found) => (found === '\n' ? found : '')).search(executed)
  return seen >= 0 ? seen : fencedCommand(text)
}

function fencedCommand(text: string): number | undefined {
  const at = text.search(/(?<!`)`{3,}!/)
  return at < 0 ? undefined : at
}

/** Makes a text inert: a space separates the `!` from the backticks. */
export const withoutExecutedText = (text: string): string =>
  findExecutedText(text) === undefined
    ? text
    : text.replace(/(?<!`)(`{3,})!/g, '$1 !').replace(/!(?=`)/g, '! ')

const placeholder = /\$(?=\d|ARGUMENTS)/g
const variable = /\$(?=\{CLAUDE_)/g
/**
 * An `@` that may begin a mention: versions differ in what they accept as a path (brackets, quotes, letters of any
 * script), and none matches after a letter, as in an e-mail address, or in a code span.
 */
const mention = /(?<![\p{L}\p{N}_.+\\/`-])@(?=\S)/gu
const jsonText = String.raw`"(?:[^"\\\n\x60]|\\.)*"`
const flatJson = String.raw`(?:${jsonText}|[^"\n\x60{}])*`
/**
 * A call of `run_cli_app` as `recipeJson` renders it, with the programs of its pipe: within JSON, every character can be
 * escaped.
 */
const call = new RegExp(String.raw`\{(?="name": ")${flatJson}(?:\{${flatJson}\}${flatJson})*\}`, 'g')

/**
 * Escapes SKILL.md so that the agent passes it to its model unchanged: within calls with JSON escapes, which every
 * version ignores, elsewhere with a backslash, which the agent removes before `$`, and Markdown before `@`.
 */
export function inDialect(text: string, dialect: SkillDialect): string {
  if (dialect === 'plain') return text
  const [head = ''] = /^---\n[\s\S]*?\n---\n/.exec(text) ?? []
  const body = text.slice(head.length)
  let written = head.replace(entry, (_, key: string, value: string) => key + escapedEntry(value))
  let at = 0
  for (const match of body.matchAll(call)) {
    written += escapedProse(body.slice(at, match.index)) + escapedCall(match[0])
    at = match.index + match[0].length
  }
  return written + escapedProse(body.slice(at))
}

const escapedCall = (json: string): string =>
  // JSON never has a backslash before these two, so any before them is literal.
  json.replace(/\$/g, '\\u0024').replace(/@/g, '\\u0040')

/** An entry of front matter such as `description: 'text'`, as `renderFrontmatter` writes it on one line. */
const entry = /^( *[\w-]+: )(.*[$@].*)$/gm

/** YAML supports the same escapes in double quotes, and parsers decode them. */
function escapedEntry(value: string): string {
  const plain = /^'(?:[^']|'')*'$/.test(value) ? value.slice(1, -1).replaceAll("''", "'") : value
  const text = value.startsWith('"') ? parsedText(value) : plain
  return text === undefined ? value : escapedCall(JSON.stringify(text))
}

function parsedText(json: string): string | undefined {
  try {
    return String(JSON.parse(json))
  } catch {
    return undefined
  }
}

const escapedProse = (text: string): string =>
  text.replace(placeholder, '\\$').replace(variable, '$\\').replace(mention, '\\@')
