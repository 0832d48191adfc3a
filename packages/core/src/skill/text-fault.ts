import { findInjections, joinedTexts } from '../injection/index.ts'
import { findPromptMark, withoutPromptMarks } from '../prompt-marks.ts'
import { unseen } from '../to-line.ts'
import { findExecutedText } from './templates/substitution.ts'

/** Why a text is kept from models. */
export interface TextFault {
  /** Such as `injection.override` or `publish.prompt-imitation`. */
  rule: string
  /** "an order to set aside earlier instructions" */
  what: string
}

export interface TextFaultOptions {
  /** An argument may have line ends and tabs in it. */
  isArgument?: boolean
}

/** An order takes a few words. */
const minLength = 8

/** What the publishing rules say against one text of a registry: the first reason to keep it from people and models. */
export function textFault(
  text: string,
  { isArgument = false }: TextFaultOptions = {},
): TextFault | undefined {
  const lines = text.replace(/\r\n?/g, '\n')
  const mark = findPromptMark(lines)
  if (mark !== undefined) return { rule: 'publish.prompt-imitation', what: mark.what }
  if (findExecutedText(text) !== undefined)
    return { rule: 'publish.executed-text', what: 'a command that an agent would run' }
  if (unseen.test(isArgument ? text.replace(/[\n\r\t]/g, '') : text))
    return { rule: 'publish.unseen-character', what: 'a character that nobody sees' }
  return orderFault(lines)
}

/** As `textFault`, for a text whose marks are removed where it is shown, such as help with brackets of its own. */
export function orderFault(text: string): TextFault | undefined {
  if (text.length < minLength) return undefined
  const [found] = findInjections(text, 'manifest')
  return found && { rule: found.rule.id, what: found.rule.what }
}

/** What texts say that are shown one below the other: an order may be spread over several. */
export const joinedFault = (texts: readonly string[]): TextFault | undefined =>
  texts.filter((text) => text !== '').length < 2
    ? undefined
    : orderFault(joinedTexts(texts.filter((text) => text !== '')))

const noteOf = ({ rule, what }: TextFault): string => `Left out (${rule}): it reads like ${what}.`

/** A text of a registry as it may be shown: itself, or a sentence that says why it is left out. */
export function shownText(text: string): string {
  const fault = textFault(text)
  return fault === undefined ? text : noteOf(fault)
}

/** As `shownText`, for a line of ours with words of a registry in it: marks in it are taken apart, and the line stays. */
export function toldText(text: string): string {
  const fault = orderFault(text)
  return fault === undefined ? withoutPromptMarks(text) : noteOf(fault)
}
