/** Letters of scripts without spaces between words; a name ends where the script changes. */
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]/u
const wordPart = /[\p{L}\p{N}\p{M}]/u

/** Whether a word ends directly before this position, so that an @ here belongs to it, as in an e-mail address. */
export function isAfterWord(text: string, at: number): boolean {
  const last = text.charCodeAt(at - 1)
  return last < 128 ? isAsciiWord(last) : isSpacedWord(characterBefore(text, at))
}

/**
 * Whether a name that ends here is complete, and not the start of `name-extra`, `name.com`, `name/pkg`, `name@host` or
 * `names`.
 */
export function isNameEnd(text: string, end: number): boolean {
  switch (text[end]) {
    case undefined:
      return true
    case '-':
    case '_': {
      let after = end
      while (text[after] === '-' || text[after] === '_') after++
      return !beginsWord(text, after)
    }
    case '.':
    case '/':
    case '@':
      return !beginsWord(text, end + 1)
    default:
      return !beginsWord(text, end) || unspaced.test(characterBefore(text, end))
  }
}

function beginsWord(text: string, at: number): boolean {
  const code = text.codePointAt(at)
  if (code === undefined) return false
  return code < 128 ? isAsciiWord(code) : isSpacedWord(String.fromCodePoint(code))
}

/**
 * Cached kind by character code: 1 for a letter of a spaced script, 2 for any other. Two regular expressions per letter
 * are slow.
 */
const kinds = new Uint8Array(0x10000)

function isSpacedWord(character: string): boolean {
  if (character.length > 1) return wordPart.test(character) && !unspaced.test(character)
  const code = character.charCodeAt(0)
  const known = kinds[code]
  if (known !== 0) return known === 1
  const isSpaced = wordPart.test(character) && !unspaced.test(character)
  kinds[code] = isSpaced ? 1 : 2
  return isSpaced
}

const isAsciiWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)

const characterBefore = (text: string, at: number): string => {
  const last = text.charCodeAt(at - 1)
  return last >= 0xdc00 && last <= 0xdfff ? text.slice(at - 2, at) : text.charAt(at - 1)
}
