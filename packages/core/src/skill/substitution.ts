import type { SkillDialect } from '../agents.ts'
import { unseenCharacter } from '../to-line.ts'

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
const mention = /(?<=^|\s)@(?=["\w~./-])/gm
/** A call of `run_cli_app` as `callJson` writes it: in JSON, every character can be written as an escape. */
const call = /\{"name": "[^"\n]{1,80}", "args": \[[^\n]*?\]\}/g

/**
 * SKILL.md in a form that the agent hands to its model as it was meant: in calls as escapes of JSON, which every version
 * leaves alone, elsewhere behind a backslash, which the agent takes away before `$` and Markdown before `@`.
 */
export function inDialect(text: string, dialect: SkillDialect): string {
  if (dialect === 'plain') return text
  let written = ''
  let at = 0
  for (const match of text.matchAll(call)) {
    written += escapedProse(text.slice(at, match.index)) + escapedCall(match[0])
    at = match.index + match[0].length
  }
  return written + escapedProse(text.slice(at))
}

const escapedCall = (json: string): string =>
  json.replace(/(?<!\\)((?:\\\\)*)\$/g, '$1\\u0024').replace(mention, '\\u0040')

const escapedProse = (text: string): string =>
  text.replace(placeholder, '\\$').replace(variable, '$\\').replace(mention, '\\@')
