import { unseenCharacter } from '@cli-apps/core'

/** Characters that hide, move or reorder text, except line feed, tab, and the joiners that scripts and emoji need. */
const unseen = new RegExp(`(?![\\n\\t\\u200c\\u200d])${unseenCharacter}`, 'gu')

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
