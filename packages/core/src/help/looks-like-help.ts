import { cleanText } from './clean-text.ts'
import { readOptionSpec } from './option-spec.ts'
import { kindOfTitle } from './section.ts'

const usage = /^(usage|synopsis|syntax)\b/i
const failure =
  /^(\S+: )?(\[?error\]?|fatal|err!?|panic|traceback|unknown|unrecogni[sz]ed|invalid|illegal|command not found|no such)\b/i

/**
 * Whether a program's output is a help screen, judged by content alone: a usage line, a row of an option, or a heading
 * that announces commands or options. An error that only quotes an option is none.
 */
export function looksLikeHelp(text: string): boolean {
  const { lines } = cleanText(text.slice(0, 60_000))
  const filled = lines.filter((line) => line.text !== '')
  if (filled.length === 0) return false
  if (filled.some((line) => usage.test(line.text))) return true
  const rows = filled.filter((line) => readOptionSpec(line.text)?.isRow === true).length
  const announces = filled.some(
    ({ text: title }) =>
      title.length < 60 && ['commands', 'options'].includes(kindOfTitle(title.replace(/:$/, ''))),
  )
  if (failure.test(filled[0]?.text ?? '')) return rows > 2
  return rows > 0 || (announces && filled.length > 1)
}
