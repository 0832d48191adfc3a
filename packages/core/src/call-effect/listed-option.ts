/** The name of a listed option, and the pattern of its values where only these count. */
export function splitValue(option: string): { name: string; value: string | undefined } {
  const at = option.indexOf('=')
  return at === -1
    ? { name: option, value: undefined }
    : { name: option.slice(0, at), value: option.slice(at + 1) }
}

export function wordsBefore(end: string, args: readonly string[]): readonly string[] {
  const at = args.indexOf(end)
  return at === -1 ? args : args.slice(0, at)
}
