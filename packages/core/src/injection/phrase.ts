/*
 * A phrase is a sequence of slots: `ignore|disregard* ~4 instruction*|rules`. Alternatives stand between `|`, `_` joins the
 * words of one, `*` ends a beginning of words, and `~4` lets up to four words of the same sentence stand in between.
 */

/** A normalized word; `.` ends a sentence. */
interface Token {
  text: string
  /** Position of the word in the text. */
  index: number
}

interface Alternative {
  words: readonly string[]
}

interface Slot {
  gap: number
  alternatives: readonly Alternative[]
}

interface Phrase {
  slots: readonly Slot[]
}

const word = /[\p{L}\p{M}\p{N}_]+(?:['’]\p{L}{1,3}(?!\p{L}))?|[.!?。！？；;]/gu
const han = /\p{Script=Han}/u

/** Splits a text into lowercase words; each Han character is one. */
export function phraseTokens(text: string): Token[] {
  const tokens: Token[] = []
  for (const match of text.matchAll(word)) {
    const [found] = match
    if (/^[.!?。！？；;]/.test(found)) tokens.push({ text: '.', index: match.index })
    else if (han.test(found)) pushHan(tokens, found, match.index)
    else tokens.push({ text: plainWord(found), index: match.index })
  }
  return tokens
}

function pushHan(tokens: Token[], run: string, start: number): void {
  for (const part of run.matchAll(/\p{Script=Han}|[^\p{Script=Han}]+/gu))
    tokens.push({ text: plainWord(part[0]), index: start + part.index })
}

const digitLetters: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' }

/** Lowercases, unifies apostrophes, and replaces digits among letters by the letters they resemble. */
function plainWord(text: string): string {
  const lower = text.toLowerCase().replace('’', "'")
  return /\p{L}\d|\d\p{L}{2}/u.test(lower)
    ? lower.replace(/[013457]/g, (digit) => digitLetters[digit] ?? digit)
    : lower
}

/** Compiles one phrase. Throws `RangeError` for one without slots. */
export function compilePhrase(source: string): Phrase {
  const slots: Slot[] = []
  let gap = 0
  for (const part of source.split(' ').filter((text) => text !== '')) {
    if (/^~\d+$/.test(part)) gap = Number(part.slice(1))
    else {
      slots.push({ gap, alternatives: part.split('|').map(alternativeOf) })
      gap = 0
    }
  }
  if (slots.length === 0) throw new RangeError(`compilePhrase: ${source} has no words`)
  return { slots }
}

const alternativeOf = (text: string): Alternative => ({
  words: text.split('_').flatMap((part) => (han.test(part) ? [...part] : [part])),
})

/** Compiled phrases by their possible first words. */
export interface PhraseIndex {
  exact: ReadonlyMap<string, readonly number[]>
  /** By the first two letters of a word prefix. */
  prefixed: ReadonlyMap<string, readonly number[]>
  phrases: readonly Phrase[]
}

export function indexPhrases(phrases: readonly Phrase[]): PhraseIndex {
  const exact = new Map<string, number[]>()
  const prefixed = new Map<string, number[]>()
  phrases.forEach(({ slots: [first] }, at) => {
    for (const { words } of first?.alternatives ?? []) {
      const begin = words[0] ?? ''
      const [index, key] = begin.endsWith('*') ? [prefixed, begin.slice(0, 2)] : [exact, begin]
      index.set(key, [...(index.get(key) ?? []), at])
    }
  })
  return { exact, prefixed, phrases }
}

/** Calls `found` with each phrase that occurs in the tokens, and its first and last token. */
export function matchPhrases(
  tokens: readonly Token[],
  { exact, prefixed, phrases }: PhraseIndex,
  found: (phrase: number, first: number, last: number) => void,
): void {
  tokens.forEach(({ text }, at) => {
    const candidates = new Set([...(exact.get(text) ?? []), ...(prefixed.get(text.slice(0, 2)) ?? [])])
    for (const candidate of candidates) {
      const { slots } = phrases[candidate] as Phrase
      const end = matchSlots(tokens, at, slots, 0)
      if (end !== undefined) found(candidate, at, end - 1)
    }
  })
}

/** Returns the end of the match, or `undefined`. Gaps and slots are few, so the work per position is bounded. */
function matchSlots(
  tokens: readonly Token[],
  at: number,
  slots: readonly Slot[],
  slotAt: number,
): number | undefined {
  const slot = slots[slotAt]
  if (slot === undefined) return at
  for (let skipped = 0; skipped <= slot.gap; skipped++) {
    const start = at + skipped
    if (skipped > 0 && tokens[start - 1]?.text === '.') return undefined
    for (const { words } of slot.alternatives) {
      if (!words.every((each, offset) => isWord(tokens[start + offset]?.text, each))) continue
      const end = matchSlots(tokens, start + words.length, slots, slotAt + 1)
      if (end !== undefined) return end
    }
  }
  return undefined
}

const isWord = (token: string | undefined, expected: string): boolean =>
  token !== undefined &&
  (expected.endsWith('*') ? token.startsWith(expected.slice(0, -1)) : token === expected)
