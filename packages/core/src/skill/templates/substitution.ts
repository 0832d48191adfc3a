import type { SkillDialect } from '../../agents.ts'
import { unseenCharacter } from '../../to-line.ts'

/*
 * What agents do to the body of a skill before a model reads it; docs/agents.md says where each fact comes from. Claude Code
 * runs !`command` and blocks that begin with ```!, puts arguments in the place of $ARGUMENTS, $ARGUMENTS[0], $0 and $name,
 * values in that of ${CLAUDE_…}, and attaches the files that @path names. It does none of this to files that a skill names.
 */

const unseen = new RegExp(unseenCharacter, 'gu')

/** A `!` before backticks, whatever nobody sees between them. */
const executed = /!`/

/** Where a text holds what an agent would run, or `undefined`. */
export function findExecutedText(text: string): number | undefined {
  const at = text.search(executed)
  if (at >= 0) return at
  if (/^[\x20-\x7e]*$/.test(text)) return fencedCommand(text)
  const seen = text.replace(unseen, (found) => (found === '\n' ? found : '')).search(executed)
  return seen >= 0 ? seen : fencedCommand(text)
}

function fencedCommand(text: string): number | undefined {
  const at = text.search(/`{3,}!/)
  return at < 0 ? undefined : at
}

/** The same text with nothing in it that an agent runs: a space parts the `!` from the backticks. */
export const withoutExecutedText = (text: string): string =>
  findExecutedText(text) === undefined ? text : text.replace(/(`{3,})!/g, '$1 !').replace(/!(?=`)/g, '! ')

const placeholder = /\$(?=\d|ARGUMENTS)/g
const variable = /\$(?=\{CLAUDE_)/g
/**
 * An `@` that may begin a mention: versions differ in what they take for a path (brackets, quotes, letters of any script), and
 * none looks behind a letter, as in an address, or into a code span.
 */
const mention = /(?<![\p{L}\p{N}_.+\\/`-])@(?=\S)/gu
/** A call of `run_cli_app` as `callJson` writes it: in JSON, every character can be written as an escape. */
const call = /\{"name": "[^"\n]{1,80}", "args": \[[^\n]*?\]\}/g

/**
 * SKILL.md in a form that the agent hands to its model as it was meant: in calls as escapes of JSON, which every version
 * leaves alone, elsewhere behind a backslash, which the agent takes away before `$` and Markdown before `@`.
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
  // JSON never has a backslash before these two: whatever stands before them is text.
  json.replace(/\$/g, '\\u0024').replace(/@/g, '\\u0040')

/** `description: 'text'` of front matter, as it is written by `renderFrontmatter`: one line an entry. */
const entry = /^( *[\w-]+: )(.*[$@].*)$/gm

/** YAML has the same escapes between double quotes, and no reader of YAML sees them. */
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
