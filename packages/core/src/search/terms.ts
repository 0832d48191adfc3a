const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })
const ideographs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/**
 * The words of a text in any script, lower case, in order: Latin words split at everything that is no letter or digit,
 * Chinese and Japanese ones by the word segmenter. English plurals lose their ending.
 */
export function termsOf(text: string): string[] {
  const folded = text.normalize('NFKC').toLowerCase().slice(0, 10_000)
  return (folded.match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((word) =>
    ideographs.test(word) ? segments(word) : [stem(word)],
  )
}

function segments(word: string): string[] {
  return [...segmenter.segment(word)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment)
}

function stem(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.length > 3 && word.endsWith('s') && !word.endsWith('ss')) return word.slice(0, -1)
  return word
}
