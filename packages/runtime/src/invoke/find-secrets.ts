import { type Decoded, decodeEscapes, mayHoldEscapes, startOfUnfinished } from './decode-escapes.ts'
import { mostLevels } from './secret-forms.ts'

/** Where a secret stands in a text. */
interface Span {
  start: number
  end: number
}

/** A text after some levels of decoding, with the way back to places in the text that was printed. */
interface Level {
  text: string
  startOf(at: number): number
  endOf(at: number): number
}

/**
 * The text as it is, and after each level of decoding that changes it; without an escape that the end cuts off, unless the text `isWhole`.
 */
export function levelsOf(text: string, isWhole: boolean): Level[] {
  let below: Level = { text, startOf: (at) => at, endOf: (at) => at }
  const levels = [below]
  while (levels.length <= mostLevels) {
    const sure = isWhole ? below.text : below.text.slice(0, startOfUnfinished(below.text))
    const decoded = mayHoldEscapes(sure) ? decodeEscapes(sure) : undefined
    if (decoded === undefined) {
      if (sure.length < below.text.length) levels.push({ ...below, text: sure })
      break
    }
    below = above(below, decoded)
    levels.push(below)
  }
  return levels
}

const above = (below: Level, { text, startOf, endOf }: Decoded): Level => ({
  text,
  startOf: (at) => below.startOf(startOf(at)),
  endOf: (at) => below.endOf(endOf(at)),
})

/** Where secrets stand, at any level, by their beginning. */
export function spansOf(secrets: readonly string[], levels: readonly Level[]): Span[] {
  const spans: Span[] = []
  for (const { text, startOf, endOf } of levels)
    for (const secret of secrets)
      for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + 1))
        spans.push({ start: startOf(at), end: endOf(at + secret.length) })
  return spans.sort((a, b) => a.start - b.start)
}

/**
 * Where a secret may begin whose end is still to come, even if a shorter one within it is whole, or an escape that is cut off; the end
 * if none does.
 */
export const startOfPart = (secrets: readonly string[], levels: readonly Level[], longest: number): number =>
  Math.min(...levels.map(({ text, startOf }) => startOf(partIn(secrets, text, longest))))

function partIn(secrets: readonly string[], text: string, longest: number): number {
  let start = Math.max(0, text.length - longest + 1)
  while (start < text.length && !isPart(secrets, text, start)) start++
  return start
}

const isPart = (secrets: readonly string[], text: string, start: number): boolean =>
  secrets.some((secret) => secret[0] === text[start] && secret.startsWith(text.slice(start)))
