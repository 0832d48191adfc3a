/** A word of a text, or an unbroken run of Chinese and Japanese characters, with its place in the text (UTF-16). */
export interface Token {
  kind: 'word' | 'run'
  /** Folded: NFKC and lower case. */
  text: string
  start: number
  end: number
}

const longestText = 10_000
const words = /[\p{L}\p{N}\p{M}]+/gu
const ascii = /^[a-zA-Z0-9]+$/
/** Chinese and Japanese characters, inside the brackets of a pattern. */
export const ideograph = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〆`
const scripts = new RegExp(`[${ideograph}]+|[^${ideograph}]+`, 'gu')
const isRun = new RegExp(`^[${ideograph}]`, 'u')

/** The words and runs of a text in any script, in order; everything that is no letter or digit parts them. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (const { 0: word, index } of text.slice(0, longestText).matchAll(words)) {
    if (ascii.test(word))
      tokens.push({ kind: 'word', text: word.toLowerCase(), start: index, end: index + word.length })
    else
      for (const { 0: piece, index: within } of word.matchAll(scripts)) {
        const start = index + within
        const folded = fold(piece)
        const kind = isRun.test(folded) ? 'run' : 'word'
        tokens.push({ kind, text: folded, start, end: start + piece.length })
      }
  }
  return tokens
}

export const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

/** What is left of a name when spelling with separators and case is put aside: `Shell-Check` and `shellcheck` are one. */
export const looseNameKey = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]+/gu, '')
