import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export interface InstalledProgram {
  name: string
  package: string
}

const lists = '/var/lib/dpkg/info'

/** Lists the programs of /usr/bin that a Debian package owns, by name. */
export function listInstalledPrograms(): InstalledProgram[] {
  const owners = new Map<string, string>()
  for (const file of readdirSync(lists).filter((name) => name.endsWith('.list')))
    for (const owned of readFileSync(path.join(lists, file), 'utf8').split('\n')) {
      const name = /^(?:\/usr)?\/bin\/([^/]+)$/.exec(owned)?.[1]
      if (name) owners.set(name, file.replace(/(?::\w+)?\.list$/, ''))
    }
  return readdirSync('/usr/bin')
    .sort()
    .flatMap((name) => {
      const owner = owners.get(name)
      return owner ? [{ name, package: owner }] : []
    })
}
