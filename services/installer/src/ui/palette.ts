/** Paints text of ours; strangers' text is made visible first, so no code of theirs is left in it. */
export interface Palette {
  bold(text: string): string
  dim(text: string): string
  red(text: string): string
  green(text: string): string
}

const unpainted = (text: string): string => text
const painter =
  (on: number, off: number) =>
  (text: string): string =>
    text === '' ? '' : `\u001b[${on}m${text}\u001b[${off}m`

/** Without colours every painter gives the text as it is. */
export const paletteFor = (isColoured: boolean): Palette =>
  isColoured
    ? { bold: painter(1, 22), dim: painter(2, 22), red: painter(31, 39), green: painter(32, 39) }
    : { bold: unpainted, dim: unpainted, red: unpainted, green: unpainted }
