import { readOptionSpec } from '../options/option-spec.ts'
import { kindOfTitle } from '../sections/section.ts'
import { cleanText } from '../text/clean-text.ts'
import type { HelpLine } from '../text/help-line.ts'

const usage = /^(usage|synopsis|syntax)\b/i
const failure =
  /^(\S+: )?(\[?error\]?|fatal|err!?|panic|traceback|unknown|unrecogni[sz]ed|invalid|illegal|command not found|no such)\b/i

/**
 * Whether a program's output is a help screen, judged by content alone: a usage line, an option row, or a heading that
 * announces commands or options. An error that merely quotes an option is not.
 */
export function looksLikeHelp(text: string): boolean {
  const filled = filledLines(text)
  if (filled.length === 0) return false
  if (filled.some((line) => usage.test(line.text))) return true
  const rows = countRows(filled)
  if (failure.test(filled[0]?.text ?? '')) return rows > 2
  return rows > 0 || (announces(filled) && filled.length > 1)
}

/** Whether a help screen shows only the usage, as programs print it with an error. */
export function isThinHelp(text: string): boolean {
  const filled = filledLines(text)
  return (
    filled.length < 20 &&
    filled.some((line) => failure.test(line.text)) &&
    countRows(filled) === 0 &&
    !announces(filled)
  )
}

const filledLines = (text: string): HelpLine[] =>
  cleanText(text.slice(0, 60_000)).lines.filter((line) => line.text !== '')

const countRows = (lines: readonly HelpLine[]): number =>
  lines.filter((line) => readOptionSpec(line.text)?.isRow === true).length

const announces = (lines: readonly HelpLine[]): boolean =>
  lines.some(
    ({ text: title }) =>
      title.length < 60 && ['commands', 'options'].includes(kindOfTitle(title.replace(/:$/, ''))),
  )
