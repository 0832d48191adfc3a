/** A text with one level of escapes decoded, and where each piece of it came from. */
export interface Decoded {
  text: string
  /** The place in the text below where a character of this one begins. */
  startOf(at: number): number
  /** The place in the text below where a character of this one ends. */
  endOf(at: number): number
}

const hex = '[0-9A-Fa-f]'
const tail = `%[89ABab]${hex}`

/**
 * One character in percent encoding (UTF-8, or a byte), as an HTML reference, or as an escape of a string literal; or a line break within
 * base64 that is wrapped.
 */
const escapes = new RegExp(
  [
    `%(?:u${hex}{4}|[CDcd]${hex}${tail}|[Ee]${hex}(?:${tail}){2}|[Ff][0-7](?:${tail}){3}|${hex}{2})`,
    `&(?:#0{0,8}[0-9]{1,7};?|#[Xx]0{0,8}${hex}{1,6};?|[A-Za-z]{2,8};)`,
    `\\\\(?:u+${hex}{4}|u\\{0{0,8}${hex}{1,6}\\}|U${hex}{8}|x${hex}{2}|x\\{0{0,8}${hex}{1,6}\\}|[0-7]{1,3}|[^])`,
    '(?<=[A-Za-z0-9+/]{60})\\r?\\n(?=[A-Za-z0-9+/=])',
  ].join('|'),
  'g',
)

/** The beginning of an escape at the end of a text, where the rest may still come. */
const unfinished = new RegExp(
  `(?:${[
    `%(?:u${hex}{0,3}|${hex}?)`,
    `%[C-Fc-f]${hex}(?:${tail}){0,2}(?:%(?:[89ABab]${hex}?)?)?`,
    '&(?:#[Xx]?[0-9A-Fa-f]{0,14}|[A-Za-z]{0,8})',
    `\\\\(?:u+${hex}{0,3}|[ux]\\{${hex}{0,14}|U${hex}{0,7}|x${hex}?|[0-7]{0,2})`,
    '(?<=[A-Za-z0-9+/]{60})\\r?\\n?',
  ].join('|')})$`,
  'y',
)
/** No unfinished escape is longer, with what stands in front of a line break. */
const longestUnfinished = 24

/** Texts with none of these characters hold no escape. */
const signs = /[%&\\]/
const wrapped = /[A-Za-z0-9+/]{60}\r?\n/

export const mayHoldEscapes = (text: string): boolean => signs.test(text) || wrapped.test(text)

/** Decodes every escape once: `\\u0041` becomes `A`, and `\\\\u0041` becomes `\\u0041`. `undefined` where there is none. */
export function decodeEscapes(text: string): Decoded | undefined {
  const parts: string[] = []
  // Where each decoded piece begins: in the decoded text, and in the one below; and where it ends there.
  const at: number[] = []
  const from: number[] = []
  const until: number[] = []
  let length = 0
  let last = 0
  for (const match of text.matchAll(escapes)) {
    const [sequence] = match
    const decoded = characterOf(sequence)
    if (decoded === undefined) continue
    if (match.index > last) parts.push(text.slice(last, match.index))
    parts.push(decoded)
    length += match.index - last
    at.push(length)
    from.push(match.index)
    last = match.index + sequence.length
    until.push(last)
    length += decoded.length
  }
  if (at.length === 0) return undefined
  parts.push(text.slice(last))
  const pieceAt = (place: number): number => {
    let low = 0
    let high = at.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((at[middle] ?? 0) <= place) low = middle + 1
      else high = middle
    }
    return low - 1
  }
  const decodedLength = (piece: number): number =>
    characterOf(text.slice(from[piece], until[piece]))?.length ?? 0
  const placeOf = (place: number, isEnd: boolean): number => {
    const piece = pieceAt(place)
    if (piece < 0) return isEnd ? place + 1 : place
    const behind = place - (at[piece] ?? 0) - decodedLength(piece)
    if (behind < 0) return (isEnd ? until[piece] : from[piece]) ?? 0
    return (until[piece] ?? 0) + behind + (isEnd ? 1 : 0)
  }
  return {
    text: parts.join(''),
    startOf: (place) => placeOf(place, false),
    endOf: (place) => placeOf(place - 1, true),
  }
}

/** Where an escape begins that the end of the text cuts off; the length of the text where none does. */
export function startOfUnfinished(text: string): number {
  for (let start = Math.max(0, text.length - longestUnfinished); start < text.length; start++) {
    unfinished.lastIndex = start
    if (unfinished.test(text) && !isEscaped(text, start)) return start
  }
  return text.length
}

/** The second of two backslashes begins nothing. */
function isEscaped(text: string, at: number): boolean {
  let first = at
  while (text[at] === '\\' && text[first - 1] === '\\') first--
  return (at - first) % 2 === 1
}

const control: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

/** Names of what is no letter and no digit in ASCII; nothing else of a secret is written by name. */
const named: Readonly<Record<string, string>> = {
  ...{
    amp: '&',
    AMP: '&',
    lt: '<',
    LT: '<',
    gt: '>',
    GT: '>',
    quot: '"',
    QUOT: '"',
    apos: "'",
    nbsp: '\xa0',
  },
  ...{
    Tab: '\t',
    NewLine: '\n',
    excl: '!',
    num: '#',
    dollar: '$',
    percnt: '%',
    lpar: '(',
    rpar: ')',
    ast: '*',
  },
  ...{
    midast: '*',
    plus: '+',
    comma: ',',
    period: '.',
    sol: '/',
    colon: ':',
    semi: ';',
    equals: '=',
    quest: '?',
  },
  ...{
    commat: '@',
    lsqb: '[',
    lbrack: '[',
    bsol: '\\',
    rsqb: ']',
    rbrack: ']',
    Hat: '^',
    lowbar: '_',
    grave: '`',
  },
  ...{ lcub: '{', lbrace: '{', verbar: '|', vert: '|', rcub: '}', rbrace: '}' },
}

/** What was decoded before: a text has few different escapes, and many of each. */
const characters = new Map<string, string | undefined>()
const mostCharacters = 4096

function characterOf(sequence: string): string | undefined {
  const before = characters.get(sequence)
  if (before !== undefined) return before
  if (characters.size >= mostCharacters) characters.clear()
  const character = readCharacter(sequence)
  characters.set(sequence, character)
  return character
}

function readCharacter(sequence: string): string | undefined {
  const kind = sequence[0]
  if (kind === '%') return percentCharacter(sequence)
  if (kind === '&') return reference(sequence)
  if (kind !== '\\') return ''
  const second = sequence[1] ?? ''
  if (sequence.length === 2) return /[0-7]/.test(second) ? fromCode(second, 8) : (control[second] ?? second)
  return /[0-7]/.test(second)
    ? fromCode(sequence.slice(1), 8)
    : fromCode(sequence.replace(/^\\[uUx]+\{?|\}$/g, ''), 16)
}

function percentCharacter(sequence: string): string {
  if (sequence[1] === 'u') return fromCode(sequence.slice(2), 16) ?? ''
  if (sequence.length === 3) return fromCode(sequence.slice(1), 16) ?? ''
  try {
    return decodeURIComponent(sequence)
  } catch {
    // Bytes that are no UTF-8 after all, such as an overlong form.
    return Buffer.from(sequence.replaceAll('%', ''), 'hex').toString('latin1')
  }
}

function reference(sequence: string): string | undefined {
  const text = sequence.endsWith(';') ? sequence.slice(1, -1) : sequence.slice(1)
  if (!text.startsWith('#')) return named[text]
  return /^#[Xx]/.test(text) ? fromCode(text.slice(2), 16) : fromCode(text.slice(1), 10)
}

function fromCode(digits: string, base: number): string | undefined {
  const code = Number.parseInt(digits, base)
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}
