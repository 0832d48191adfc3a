/**
 * Source of a regular expression (flag `u`) for characters that a reader cannot see or that reorder text: controls,
 * soft hyphen, zero-width and bidirectional marks, line and paragraph separators, byte order mark, tags, fillers and
 * blanks that are not white space, noncharacters, and variation selectors except the two that choose between text and
 * emoji.
 */
export const unseenCharacter = String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0d\uffa0\u{1d159}\u{e0100}-\u{e01ef}]`
export const unseen = new RegExp(unseenCharacter, 'u')
const everyUnseen = new RegExp(unseenCharacter, 'gu')

/** After anything but a symbol they have no effect and only hide data. */
const idleSelector = /(?<![\p{Extended_Pictographic}0-9#*])[\ufe0e\ufe0f]/gu

/** A letter has few combining marks; a tower of them hides its neighbors. */
const markTower = /(\p{M}{4})\p{M}+/gu

/** ASCII, Latin letters, dashes, quotes, and Chinese characters with their punctuation: none is invisible or combines. */
const plain =
  /^[\x20-\x7e\xa1-\xac\xae-\u024f\u2010-\u2027\u3001-\u3003\u3008-\u3011\u4e00-\u9fff\uff01-\uff5e]*$/

/**
 * Converts untrusted text to one line for a prompt or terminal: removes invisible characters, collapses spaces, cuts to
 * `max`.
 */
export function toLine(text: string, max: number): string {
  // Most texts are plain, and the other expressions take long to compile.
  const seen = (
    plain.test(text)
      ? text.replace(/ {2,}/g, ' ')
      : text
          .replace(/\s+/gu, ' ')
          .replace(everyUnseen, '')
          .replace(idleSelector, '')
          .replace(markTower, '$1')
          .toWellFormed()
  ).trim()
  return seen.length <= max
    ? seen
    : `${[...seen.slice(0, max * 2)]
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
}
