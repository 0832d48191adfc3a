import path from 'node:path'
import { type CatalogRule, issueOf } from './rule.ts'

export const fileNames: CatalogRule = {
  id: 'catalog.file-name',
  wants: 'a file that is called as its app',
  check: (entries) =>
    entries
      .filter(({ name, file }) => path.basename(file) !== `${name}.json`)
      .map((entry) => issueOf(entry, 'name', `stands in ${path.basename(entry.file)}`)),
}

export const uniqueNames: CatalogRule = {
  id: 'catalog.unique-names',
  wants: 'names and aliases that are those of one app',
  check(entries) {
    const owners = new Map<string, string>()
    for (const { name } of entries) owners.set(name, name)
    return entries.flatMap((entry) =>
      (entry.manifest.aliases ?? []).flatMap((alias, at) => {
        const key = alias.toLowerCase()
        const owner = owners.get(key)
        if (owner === undefined) owners.set(key, entry.name)
        return owner === undefined
          ? []
          : [issueOf(entry, `aliases[${at}]`, `${alias} is a name of ${owner} already`)]
      }),
    )
  },
}
