/**
 * Characters that let third-party text move the cursor, rename the window, reorder or hide text: controls except line
 * feed and tab, bidirectional marks, zero-width characters that join nothing, tags, and separators that break lines in
 * some terminals.
 */
const unseen =
  /(?![\n\t])[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu

/** Removes these characters, so that a text is safe for a terminal. */
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

/** Replaces our symbols by ASCII; names and texts in other scripts stay unchanged. */
export const asciiSigns = (text: string): string =>
  text.replace(withAsciiForm, (sign) => asciiForms[sign] ?? sign)
