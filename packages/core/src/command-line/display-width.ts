/** Characters that take two columns (Unicode's East Asian Width W and F), and pictures. */
const wide =
  /^[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/u
const pictured = /\ufe0f|\u200d/
const unspaced = /^[\p{M}\p{Cf}\p{Cc}]+$/u
const plain = /^[\x20-\x7e]*$/

let segmenter: Intl.Segmenter | undefined

/** What a reader takes for one character each. */
function signsOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return [...segmenter.segment(text)].map(({ segment }) => segment)
}

function signWidth(sign: string): number {
  if (unspaced.test(sign)) return 0
  return wide.test(sign) || pictured.test(sign) ? 2 : 1
}

/** Columns that one line of text takes on a terminal. */
export const displayWidth = (text: string): number =>
  plain.test(text) ? text.length : signsOf(text).reduce((sum, sign) => sum + signWidth(sign), 0)

/** Filled with spaces to that many columns. */
export const padToWidth = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - displayWidth(text)))

/** Text in at most that many columns; what was cut off shows as `ellipsis`. */
export function cutToWidth(text: string, width: number, ellipsis = '…'): string {
  if (displayWidth(text) <= width) return text
  let columnsLeft = width - displayWidth(ellipsis)
  if (columnsLeft < 0) return ''
  let cut = ''
  for (const sign of signsOf(text)) {
    columnsLeft -= signWidth(sign)
    if (columnsLeft < 0) break
    cut += sign
  }
  return `${cut.trimEnd()}${ellipsis}`
}
