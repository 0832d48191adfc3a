import { provingRecipes, taskRecipes } from '@cli-apps/core'
import type { CatalogEntry } from '../entries.ts'
import { type CatalogRule, issueOf } from './rule.ts'

export const shownUse: CatalogRule = {
  id: 'catalog.shown-use',
  wants:
    'when to use the app, and two tasks or more; none for an app whose calls nobody could run or find in a source',
  check: (entries) =>
    entries.flatMap((entry) => {
      const { use_when } = entry.manifest.skill ?? {}
      return [
        ...(use_when === undefined ? [issueOf(entry, 'skill.use_when', 'is missing')] : []),
        ...(isShown(entry) ? [] : [issueOf(entry, 'recipes', 'has fewer than two tasks')]),
      ]
    }),
}

/** Whoever has a command tree of the app can find calls in it. */
const isShown = ({ manifest, tree }: CatalogEntry): boolean =>
  taskRecipes(manifest).length >= 2 || (tree === undefined && manifest.recipes === undefined)

export const provingRecipe: CatalogRule = {
  id: 'catalog.proving-recipe',
  wants:
    'a recipe with an expectation that needs nothing else, for every app that npm or apt installs, but for what is complete only once its install script ran',
  check: (entries) =>
    entries
      .filter(({ manifest }) => {
        const isTried = manifest.install.some(
          (method) => method.method === 'apt' || (method.method === 'npm' && method.scripts === undefined),
        )
        return isTried && provingRecipes(manifest).length === 0
      })
      .map((entry) => issueOf(entry, 'recipes', 'has none with an expectation')),
}

/** Debian has a version whose command line is another than that of the entry: its tree would be false. */
const rewritten: Readonly<Record<string, string>> = {
  'docker-compose': '1.29 in Python has other commands and options than the plugin of Docker',
  tox: '3.28 has other options than 4 and later, and none of its commands',
}

export const knownCommands: CatalogRule = {
  id: 'catalog.known-commands',
  wants:
    'the command tree in every entry that passed verification in its current form, unless a later version rewrote its command line, and in no other',
  check(entries, { verifications }) {
    const proven = new Set(
      verifications
        .filter(({ outcome }) => outcome === 'proven')
        .map(({ name, digest }) => `${name} ${digest}`),
    )
    return entries.flatMap((entry) => {
      const isProven = proven.has(`${entry.name} ${entry.digest}`)
      const isWanted = isProven && rewritten[entry.name] === undefined
      if (isWanted === (entry.tree !== undefined)) return []
      const what = isWanted ? 'is missing' : 'is of another entry; run npm run catalog:smoke'
      return [issueOf(entry, 'commands', what)]
    })
  },
}

/** Home and temporary folders of a verification run, as they appear in default values of a program's help. */
const places = /\/root\/|\/tmp\/cli-apps/

export const noPlaces: CatalogRule = {
  id: 'catalog.no-places',
  wants: 'command trees without folders of the machine that read them',
  check: (entries) =>
    entries.flatMap((entry: CatalogEntry) => {
      const found = places.exec(JSON.stringify(entry.tree ?? null))
      return found === null ? [] : [issueOf(entry, 'commands', `names ${found[0]}`)]
    }),
}
