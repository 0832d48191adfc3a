/** The name that turns a negatable option off: `--no-color`, and `-noheader` where one dash begins the whole name. */
export const negatedName = (name: string): string =>
  name.startsWith('--') ? `--no-${name.slice(2)}` : `-no${name.slice(1)}`
