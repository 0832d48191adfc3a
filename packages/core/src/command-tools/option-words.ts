import { t } from '../messages/t.ts'
import type { OptionSlot } from './input-slots.ts'

/** Consecutive words of a command line. */
export interface WordGroup {
  words: readonly string[]
  /** Whether the next word would be taken as a value, unless it begins with a dash. */
  isOpen: boolean
}

interface OptionStyle {
  /** The program writes long options with one dash, so `-nvalue` would be another option. */
  hasDashLong: boolean
}

/** Thrown for a value that cannot be passed safely; the message says why. */
export class NoWords extends Error {}

/** Returns the words for a validated value of an option, one group per occurrence. */
export function optionWords({ option, form }: OptionSlot, value: unknown, style: OptionStyle): WordGroup[] {
  if (value === false && option.value?.type !== 'boolean')
    return form.negation === undefined ? [] : [closed(form.negation)]
  if (form.takes === 'nothing')
    return Array.from({ length: value === true ? 1 : Number(value) }, () => closed(form.name))
  if (value === true && form.isOptional) return [bare(form)]
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (form.takes === 'spread') return [spread(form, values)]
  if (typeof form.takes === 'number') {
    const tuples = form.isRepeatable ? values : [values]
    return tuples.map((tuple) => closed(form.name, ...(tuple as unknown[]).map(dashless)))
  }
  return values.map((one) =>
    one === true && form.isOptional ? bare(form) : single(form, String(one), style),
  )
}

const closed = (...words: string[]): WordGroup => ({ words, isOpen: false })

/** If a value must be glued to the name, the next word is not taken as one. */
const bare = ({ name, isGlued }: OptionSlot['form']): WordGroup => ({ words: [name], isOpen: !isGlued })

const spread = ({ name }: OptionSlot['form'], values: readonly unknown[]): WordGroup => ({
  words: [name, ...values.map(dashless)],
  isOpen: true,
})

function dashless(value: unknown): string {
  const text = String(value)
  if (/^-(?!$|\.?\d)/.test(text))
    throw new NoWords(
      t('option-words.must-not-begin-dash', 'must not begin with a dash: it would be taken for an option'),
    )
  return text
}

/** Short names take a glued value directly, all others after `=`. */
function single(
  { name, isGlued, isDirect, isOptional, isList }: OptionSlot['form'],
  value: string,
  style: OptionStyle,
): WordGroup {
  const isShort = !name.startsWith('--') && [...name].length === 2
  const looksLikeOption = value.startsWith('-') && value !== '-'
  const mustTouch = isGlued || isOptional
  if (isShort && mustTouch && value === '')
    throw new NoWords(
      t('option-words.must-not-empty-has', 'must not be empty: it has to touch the name of the option'),
    )
  if ((isDirect || /[:,]$/.test(name)) && mustTouch) return closed(`${name}${value}`)
  if (isShort && (mustTouch || (looksLikeOption && !style.hasDashLong))) return closed(`${name}${value}`)
  if (mustTouch || (looksLikeOption && name.startsWith('--'))) return closed(`${name}=${value}`)
  return { words: [name, value], isOpen: isList && name.startsWith('-') }
}
