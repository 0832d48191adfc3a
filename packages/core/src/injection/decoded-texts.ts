export interface DecodedText {
  decoded: string
  index: number
}

/** Base64 of at least twelve bytes; more of it than this in one text is a file. */
const base64 = /(?<![\w+/=-])[A-Za-z0-9+/_-]{16,4000}={0,2}(?![\w+/=])/g
const maxDecoded = 20

/** What the base64 runs of a text say, where they say words. */
export function decodedTexts(text: string): DecodedText[] {
  const texts: DecodedText[] = []
  for (const match of text.matchAll(base64)) {
    if (texts.length >= maxDecoded) break
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
    return /^[\p{L}\p{N}\p{P}\p{S}\p{Zs}\n\r\t]+$/u.test(decoded) ? decoded : undefined
  } catch {
    return undefined
  }
}
