import { findInjections, joinedTexts } from '../injection/index.ts'
import { findPromptMark, withoutPromptMarks } from '../prompt-marks.ts'
import { unseen } from '../to-line.ts'
import { findExecutedText } from './templates/substitution.ts'

/** Why a text is withheld from models. */
export interface TextFault {
  /** Such as `injection.override` or `publish.prompt-imitation`. */
  rule: string
  /** "an order to set aside earlier instructions" */
  what: string
}

interface TextFaultOptions {
  /** Whether it is an argument, which may contain line ends and tabs. */
  isArgument?: boolean
}

/** An instruction takes at least a few words. */
const minLength = 8

/**
 * Checks one text of a registry against the publish rules; returns the first reason to withhold it from people and
 * models.
 */
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

/** Like `textFault`, for a text whose marks are defused on display, such as help with its own brackets. */
export function orderFault(text: string): TextFault | undefined {
  if (text.length < minLength) return undefined
  const [found] = findInjections(text, 'manifest')
  return found && { rule: found.rule.id, what: found.rule.what }
}

/** Checks texts that are displayed one below the other, since an instruction may span several. */
export const joinedFault = (texts: readonly string[]): TextFault | undefined =>
  texts.filter((text) => text !== '').length < 2
    ? undefined
    : orderFault(joinedTexts(texts.filter((text) => text !== '')))

const noteOf = ({ rule, what }: TextFault): string => `Left out (${rule}): it reads like ${what}.`

/** Returns a text of a registry for display: unchanged, or replaced by a sentence that says why it is left out. */
export function shownText(text: string): string {
  const fault = textFault(text)
  return fault === undefined ? text : noteOf(fault)
}

/**
 * Like `shownText`, for a line of ours that contains words of a registry: marks in it are defused, and the line stays.
 */
export function toldText(text: string): string {
  const fault = orderFault(text)
  return fault === undefined ? withoutPromptMarks(text) : noteOf(fault)
}
