import { unseenCharacter } from '@cli-apps/core'

const unseen = new RegExp(`(?!\\n)${unseenCharacter}`, 'gu')

/** Formats a value as one JSON document, with control and invisible characters escaped. */
export const jsonDocument = (value: unknown): string =>
  `${JSON.stringify(value, null, 2).replace(unseen, escaped)}\n`

const escaped = (sign: string): string =>
  [...Array(sign.length).keys()]
    .map((index) => `\\u${sign.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('')
