/** Letters of the scripts whose words the encoding knows; of any other every byte may be a token. */
const known = String.raw`A-Za-z\u00c0-\u017f\u01a0\u01a1\u01af\u01b0\u0386-\u03ce\u0400-\u045f\u0490-\u0493\u0531-\u0587\u05d0-\u05ea\u0621-\u064a\u0671-\u06d3\u0900-\u0ddf\u0e00-\u0eff\u1000-\u109f\u10d0-\u10fa\u1780-\u17b3\u1ea0-\u1ef9`
const pieces = new RegExp(
  String.raw` ?\d{1,3}|[A-Z]?[a-z]+|[A-Z]+|\r?\n\s*|[^\S\n]+|(?:(?=\p{L})[${known}])+|.`,
  'gsu',
)

const bytes = new TextEncoder()

/**
 * How many tokens a text costs at most in the `o200k_base` encoding: cheap and linear. It is above the real count for
 * sentences of the usual languages, code and help screens, at most about double for English ones, and for the letters of
 * rare scripts, which cost a token a byte. Characters in random order can cost up to twice what it says.
 */
export function estimateTokens(text: string): number {
  let count = 0
  for (const [piece] of text.matchAll(pieces)) count += cost(piece)
  // One more, as a text of one odd word has nothing else to make up for it.
  return text === '' ? 0 : Math.ceil(count) + 1
}

function cost(piece: string): number {
  const first = piece.charCodeAt(0)
  // A number takes no space before it into its first token, as words do.
  if (/\d$/.test(piece)) return first === 32 ? 2 : 1
  if (first === 32 || first === 9)
    return piece.length === 1 && first === 32 ? 0.1 : 1 + Math.ceil(piece.length / 32)
  if (first === 10 || first === 13) return (/[^\S\n]$/.test(piece) ? 2 : 1) + Math.floor(piece.length / 16)
  if (/^[A-Z]?[a-z]+$/.test(piece)) return wordCost(piece)
  if (/^[A-Z]+$/.test(piece)) return Math.ceil(piece.length / 2)
  if (first < 128) return 1
  if (/^[\u4e00-\u9fff]$/.test(piece)) return 1.5
  return bytes.encode(piece).length * (/^\p{L}{2,}$/u.test(piece) ? 0.6 : 1)
}

/** Words of a language are cut into few tokens; letters with too few vowels, or too many, into many. */
function wordCost(word: string): number {
  const vowels = word.replace(/[^aeiouyAEIOUY]/g, '').length / word.length
  const isWord = vowels >= 0.2 && vowels <= 0.7 && !/^x?[a-f]{4,}$/.test(word)
  return Math.max(1, Math.ceil(word.length / (isWord ? 3.2 : 1.5)))
}
