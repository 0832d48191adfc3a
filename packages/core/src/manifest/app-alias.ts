interface Aliased {
  name: string
  aliases?: readonly string[] | undefined
  /** Its own command, which people often take for its name. */
  entry_point?: string | undefined
}

/**
 * Returns the app that a word means where it is no app's name: the one with that alias or command, ignoring case. `undefined` if
 * there is none, or more than one.
 */
export function appByAlias<App extends Aliased>(apps: readonly App[], word: string): App | undefined {
  const asked = word.toLowerCase()
  const isMeant = (text: string): boolean => text.toLowerCase() === asked
  const byAlias = apps.filter(({ aliases = [] }) => aliases.some(isMeant))
  const found = byAlias.length > 0 ? byAlias : apps.filter(({ entry_point = '' }) => isMeant(entry_point))
  return found.length === 1 ? found[0] : undefined
}
