import { placeholderValue, type ReadValue } from './placeholder-value.ts'
import { groupEnd, tokenEnd, touchedEnd } from './token-end.ts'

/** Type tags that yargs and others print in brackets; they describe the option and are not placeholders. */
const notValue =
  /^[[(](default|boolean|bool|string\]|number\]|array|count\]|required|optional|choices|possible|env|deprecated|aliases|see|\$|e\.g|for |the |this |also |implies|same|repeat|multiple|experimental|hidden)/i

/** `[String]` and `[NUMBER]` one space after a name are placeholders; tags are lowercase and further apart. */
const typeWord = /^\[(?:[A-Z][a-z]+|[A-Z]+)\]/

/** Parses the placeholder directly after an option's name; `undefined` if there is none. */
export function readValue(text: string, start: number): ReadValue | undefined {
  let at = start
  let repeatable = false
  if (text.startsWith('...', at) && !text.startsWith('....', at)) {
    at += 3
    repeatable = true
  }
  const found = readGlued(text, at) ?? readSpaced(text, at)
  if (found === undefined)
    return repeatable
      ? { value: null, choices: [], isBracketed: false, default: null, repeatable, end: at }
      : undefined
  const isMany = /^ \.\.\.(?=\s|$)/.test(text.slice(found.end, found.end + 5))
  const again = repeatedGroup.exec(text.slice(found.end, found.end + 200))?.[0].length ?? 0
  return {
    ...found,
    repeatable: repeatable || found.repeatable || isMany || again > 0,
    end: found.end + (isMany ? 4 : again),
  }
}

/** `--label x [ --label x ]`: the repeated option in brackets. */
const repeatedGroup = /^ \[,? ?--?[A-Za-z][^[\]]{0,150}\](?:\.\.\.)?/

/** `=x`, `[=x]`, `<x>`, `[x]` and `:x` directly after the name. */
function readGlued(text: string, at: number): ReadValue | undefined {
  const first = text[at]
  // `--define:K=V`, `-agentlib:<name>`: the colon is part of the name.
  if (text[at - 1] === ':' && /[A-Z.<]/.test(first ?? '')) {
    const end = tokenEnd(text, at)
    return placeholderValue(text.slice(at, end), { glued: true, end })
  }
  if (first === '[' || first === '<' || first === '{') {
    const end = groupEnd(text, at)
    if (end === undefined) return undefined
    const inner = text.slice(at + 1, end - 1)
    // `-LT[*]<v>`: a sign that may stand before the value.
    if (first === '[' && text[end] === '<' && /^[^\w\s-]$/.test(inner)) return readGlued(text, end)
    if (inner.startsWith('-') || inner.startsWith(' -') || inner === '' || inner === 's') return undefined
    return placeholderValue(inner.replace(/^=/, ''), {
      optional: first === '[',
      glued: true,
      direct: !inner.startsWith('='),
      end: tokenEnd(text, end),
    })
  }
  if (first === '#' && /^#(\s|,|$)/.test(text.slice(at, at + 2)))
    return placeholderValue('#', { glued: true, end: at + 1 })
  // `-Wa,<options>`
  if ((first === ',' || first === ':') && /^(?:,<|:[<[A-Z.])/.test(text.slice(at, at + 2))) {
    const end = tokenEnd(text, at + 1)
    return placeholderValue(text.slice(at + 1, end), { glued: true, end })
  }
  if (first !== '=') return undefined
  if (text[at + 1] === '[' && text[at + 2] === ']')
    return placeholderValue('value', { glued: true, end: at + 3 })
  const end = tokenEnd(text, at + 1)
  const name = text.slice(at + 1, end)
  const optional = name.startsWith('[') && name.endsWith(']')
  if (name !== '') return placeholderValue(name, { optional, glued: true, end })
  return placeholderValue('value', { glued: true, end: text.startsWith(' ...', end) ? end + 4 : end })
}

const upperWord = /^[A-Z0-9@][A-Z0-9_:=./|,+#@%*<>[\]{}-]*(\.\.\.)?$/
const lowerWord = /^[A-Za-z0-9_@#%./'+][\w:=./|,+#@%*<>[\]{}'()-]*(\.\.\.)?$/

/** Placeholders one space after the name: `<x>`, `[x]`, `{a,b}`, `FILE`, and plain words before a gap. */
function readSpaced(text: string, start: number): ReadValue | undefined {
  if (text[start] !== ' ' || text[start + 1] === ' ' || text[start + 1] === undefined) return undefined
  const words: string[] = []
  let certain = false
  let at = start
  while (text[at] === ' ' && text[at + 1] !== ' ' && text[at + 1] !== undefined && words.length < 4) {
    const begin = at + 1
    const character = text[begin] ?? ''
    if (certain && text.startsWith(' | ', at) && /[A-Z<[]/.test(text[at + 3] ?? '')) {
      at += 2
      continue
    }
    const isGroup = '<[{"'.includes(character)
    if (
      character === '-' ||
      character === '(' ||
      (isGroup &&
        (/^.,? ?-/.test(text.slice(begin, begin + 4)) ||
          (notValue.test(text.slice(begin, begin + 14)) && !typeWord.test(text.slice(begin, begin + 14)))))
    )
      break
    if (isGroup && groupEnd(text, begin) === undefined) break
    const end = touchedEnd(text, begin) ?? tokenEnd(text, begin)
    const word = text.slice(begin, end)
    const isCertain = isGroup || (upperWord.test(word) && /[A-Z]/.test(word))
    if (certain && !isCertain && word !== '...') break
    // `<list> SSL ciphers`: a capitalized word after brackets belongs to the sentence, unless a gap follows.
    if (isCertain && !isGroup && words.at(-1)?.endsWith('>') === true && !endsSpec(text, end)) break
    if (!isCertain && word !== '...' && !lowerWord.test(word)) break
    // A capital or a full stop belongs to a sentence, unless a gap follows.
    if (!isGroup && (/^[A-Z][a-z]/.test(word) || /[^.]\.$/.test(word)) && !endsSpec(text, end)) break
    // "A text" is the start of a sentence; "A" is a placeholder only where nothing but a gap follows.
    if (isCertain && !isGroup && word.length <= 1 && !endsSpec(text, end)) break
    certain ||= isCertain
    words.push(word)
    at = end
  }
  if (words.length === 0) return undefined
  // `-aa  treat ALL files`: a capital word within a sentence.
  const [first = ''] = words
  if (certain && /^[a-z]+$/.test(first) && !endsSpec(text, at)) return undefined
  if (!certain && !isPlainPlaceholder(text, at, words)) return undefined
  const name = words.filter((word) => word !== '...').join(' ')
  if (name === '') return undefined
  const optional = name.startsWith('[') && name.endsWith(']')
  return placeholderValue((areLetters(words) ? words.map((word) => `<${word}>`) : words).join(' '), {
    optional,
    end: at,
  })
}

/** `a v`: single letters are separate values, not a phrase. */
const areLetters = (words: readonly string[]): boolean =>
  words.length > 1 && words.every((word) => /^[A-Za-z]$/.test(word))

/** Lowercase words count as a placeholder only before a gap, the end or another name; otherwise they are a sentence. */
function isPlainPlaceholder(text: string, end: number, words: readonly string[]): boolean {
  if (!endsSpec(text, end)) return false
  if (end < text.length) return true
  const [word = ''] = words
  return words.length === 1 && !/^[A-Z][a-z]/.test(word) && !/[.]$/.test(word)
}

const endsSpec = (text: string, end: number): boolean =>
  end >= text.length ||
  text.startsWith('  ', end) ||
  /^(,\s*|\s\|\s|\||\s\()-|^:\s|^ \[,? ?-/.test(text.slice(end, end + 6))
