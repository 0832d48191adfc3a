/** Colors our own text; control characters of third-party text are made visible first. */
export interface Palette {
  bold(text: string): string
  dim(text: string): string
  red(text: string): string
  green(text: string): string
}

/** Colors a line of text. */
export type Paint = (line: string, palette: Palette) => string

const unpainted = (text: string): string => text
const painter =
  (on: number, off: number) =>
  (text: string): string =>
    text === '' ? '' : `\u001b[${on}m${text}\u001b[${off}m`

/** Without colors, every painter returns the text unchanged. */
export const paletteFor = (isColoured: boolean): Palette =>
  isColoured
    ? { bold: painter(1, 22), dim: painter(2, 22), red: painter(31, 39), green: painter(32, 39) }
    : { bold: unpainted, dim: unpainted, red: unpainted, green: unpainted }
