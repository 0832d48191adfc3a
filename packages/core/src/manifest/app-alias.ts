interface Aliased {
  name: string
  aliases?: readonly string[] | undefined
}

/**
 * Returns the app that a word means where it is no app's name: the one with that alias, ignoring case. `undefined` if there is
 * none, or more than one. A command is no alias: apps that are alternatives may have the same.
 */
export function appByAlias<App extends Aliased>(apps: readonly App[], word: string): App | undefined {
  const asked = word.toLowerCase()
  const found = apps.filter(({ aliases = [] }) => aliases.some((alias) => alias.toLowerCase() === asked))
  return found.length === 1 ? found[0] : undefined
}
