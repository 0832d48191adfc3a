const unseen = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** A value as one JSON document in which nothing hides: what a terminal could obey or not show is escaped. */
export const jsonDocument = (value: unknown): string =>
  `${JSON.stringify(value, null, 2).replace(unseen, escaped)}\n`

const escaped = (sign: string): string =>
  [...Array(sign.length).keys()]
    .map((index) => `\\u${sign.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('')
