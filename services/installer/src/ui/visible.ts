/**
 * Characters with which third-party text could move the cursor, rename the window, reorder or hide itself: controls but line feed and
 * tab, bidirectional marks, zero-width characters that join nothing, tags, and separators that some terminals break lines at.
 */
const unseen =
  /(?![\n\t])[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu

/** Text without them, fit for a terminal. */
export const visible = (text: string): string => text.replace(unseen, '')

const asciiForms: Readonly<Record<string, string>> = {
  '…': '...',
  '–': '-',
  '—': '-',
  '·': '-',
  '•': '*',
  '×': 'x',
  '→': '->',
  '✓': 'ok',
  '✔': 'ok',
  '✗': 'x',
  '✘': 'x',
  '“': '"',
  '”': '"',
  '‘': "'",
  '’': "'",
  '─': '-',
  '│': '|',
  '├': '+',
  '└': '+',
}
const withAsciiForm = new RegExp(`[${Object.keys(asciiForms).join('')}]`, 'gu')

/** Signs of ours as a terminal without Unicode shows them; names and texts in other scripts stay what they are. */
export const asciiSigns = (text: string): string =>
  text.replace(withAsciiForm, (sign) => asciiForms[sign] ?? sign)
