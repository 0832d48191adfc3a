const pieces =
  / ?\d{1,3}|[A-Z]?[a-z]+|[A-Z]+|\r?\n\s*|[^\S\n]+|\p{Script=Han}|[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|\p{L}+|[!-/:-@[-`{-~]|./gsu

const bytes = new TextEncoder()

/**
 * How many tokens a text costs at most in the `o200k_base` encoding: cheap, linear, and above the real count for
 * sentences, code, help screens and Chinese, by half to double. Only strings of random letters come near it.
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
  if (/^\p{Script=Han}$/u.test(piece)) return 1.5
  return bytes.encode(piece).length * (/^\p{L}{2,}$/u.test(piece) ? 0.6 : 1)
}

/** Words of a language are cut into few tokens; letters without vowels into many. */
function wordCost(word: string): number {
  const vowels = word.replace(/[^aeiouyAEIOUY]/g, '').length
  return Math.max(
    1,
    Math.ceil(word.length / (vowels * 5 < word.length || /^x?[a-f]{4,}$/.test(word) ? 1.5 : 3.2)),
  )
}
