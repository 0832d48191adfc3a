interface DecodedText {
  decoded: string
  index: number
}

/** Base64 of at least twelve bytes; longer runs than this are files. */
const base64 = /(?<![\w+/=-])[A-Za-z0-9+/_-]{16,4000}={0,2}(?![\w+/=])/g
const maxDecoded = 20

/** Character codes as URLs, programs and HTML write them; a text may be only partly encoded. */
const numbered: readonly (readonly [letter: RegExp, base: number])[] = [
  [/%([2-7][0-9a-f])/gi, 16],
  [/\\u00([2-7][0-9a-f])/gi, 16],
  [/\\x([2-7][0-9a-f])/gi, 16],
  [/&#x([2-7][0-9a-f]);/gi, 16],
  [/&#(\d{2,3});/gi, 10],
]
const leastNumbered = 4
/** A line that concatenates at least four string literals. */
const splitLiterals =
  /^(?:[^\n"']{0,200}["'][^\n"']{0,60}["']\s?\+\s?){3,100}[^\n"']{0,20}["']?[^\n"']{0,60}/gm
const hexRun = /(?<![0-9a-z])(?:[2-7][0-9a-f][ :]?){12,1000}(?![0-9a-z])/gi

const letterOf = (code: string, base: number): string => String.fromCharCode(Number.parseInt(code, base))

/** A text that mentions one of these ciphers is also decoded with it. */
const ciphers: readonly (readonly [named: RegExp, read: (text: string) => string])[] = [
  [/\brot.?13\b|\bcaesar\b/i, (text) => text.replace(/[a-z]/gi, rotated)],
  [/\b(?:reverse[ds]?|backwards?|mirrored)\b/i, (text) => [...text].reverse().join('')],
]
const rotated = (letter: string): string => {
  const code = letter.charCodeAt(0)
  const first = code < 97 ? 65 : 97
  return String.fromCharCode(((code - first + 13) % 26) + first)
}
const maxCiphered = 4_000

/** Decodes base64, character codes and ciphers in a text where the result contains words. */
export function decodedTexts(text: string): DecodedText[] {
  const texts: DecodedText[] = []
  for (const [letter, base] of numbered)
    for (const line of text.matchAll(/[^\n]{1,4000}/g)) {
      if ((line[0].match(letter)?.length ?? 0) < leastNumbered) continue
      const decoded = line[0].replace(letter, (_, code: string) => letterOf(code, base))
      if (isWords(decoded)) texts.push({ decoded, index: line.index })
      if (texts.length >= maxDecoded) break
    }
  for (const line of [...text.matchAll(splitLiterals)].slice(0, maxDecoded))
    texts.push({ decoded: line[0].replace(/["']\s?\+\s?["']/g, ''), index: line.index })
  for (const match of [...text.matchAll(hexRun)].slice(0, maxDecoded)) {
    const decoded = match[0].replace(/[ :]/g, '').replace(/../g, (code) => letterOf(code, 16))
    if (isWords(decoded)) texts.push({ decoded, index: match.index })
  }
  for (const [named, read] of ciphers)
    if (named.test(text)) texts.push({ decoded: read(text.slice(0, maxCiphered)), index: 0 })
  for (const match of text.matchAll(base64)) {
    if (texts.length >= 3 * maxDecoded) break
    const decoded = decode(match[0])
    if (decoded !== undefined) texts.push({ decoded, index: match.index })
  }
  return texts
}

function decode(run: string): string | undefined {
  const plain = run.replace(/-/g, '+').replace(/_/g, '/').replace(/=+$/, '')
  if (plain.length % 4 === 1) return undefined
  try {
    const bytes = Uint8Array.from(atob(plain), (letter) => letter.charCodeAt(0))
    const decoded = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return isWords(decoded) ? decoded : undefined
  } catch {
    return undefined
  }
}

const isWords = (text: string): boolean => /^[\p{L}\p{N}\p{P}\p{S}\p{Zs}\n\r\t]+$/u.test(text)
