/** Returns the parts that a command line names, or all of them. Ends the process with 2 at one that does not exist. */
export function requestedParts(parts: readonly string[]): readonly string[] {
  const requested = process.argv.slice(2).filter((word) => !word.startsWith('-'))
  const unknown = requested.filter((name) => !parts.includes(name))
  if (unknown.length > 0) {
    console.error(`No such part: ${unknown.join(', ')}. There are: ${parts.join(', ')}.`)
    process.exit(2)
  }
  return requested.length === 0 ? parts : parts.filter((name) => requested.includes(name))
}
