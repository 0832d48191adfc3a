/** Whether a value directly follows an option's name, without `=`: a letter (`-n5`), or a name that ends with a colon. */
export const touches = (name: string): boolean =>
  (!name.startsWith('--') && [...name].length === 2) || /[:,]$/.test(name)
