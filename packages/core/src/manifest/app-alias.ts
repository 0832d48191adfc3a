interface Aliased {
  name: string
  aliases?: readonly string[] | undefined
}

/**
 * Returns the app that a word means where it is no app's name: the one with that alias, ignoring case. `undefined` if there is
 * none, or more than one.
 */
export function appByAlias<App extends Aliased>(apps: readonly App[], word: string): App | undefined {
  const asked = word.toLowerCase()
  const found = apps.filter(({ aliases = [] }) => aliases.some((alias) => alias.toLowerCase() === asked))
  return found.length === 1 ? found[0] : undefined
}

interface WithPrograms {
  entry_point?: string | undefined
  /** Its other programs: by name in an index, whole in a manifest. */
  programs?: readonly (string | { name: string })[] | undefined
}

/**
 * Returns the app to which a program of this very name belongs. `undefined` if there is none, or more than one: apps that are
 * alternatives may have the same command.
 */
export function appByProgram<App extends WithPrograms>(apps: readonly App[], word: string): App | undefined {
  const found = apps.filter(
    ({ entry_point, programs = [] }) =>
      entry_point === word || programs.some((one) => (typeof one === 'string' ? one : one.name) === word),
  )
  return found.length === 1 ? found[0] : undefined
}
