import path from 'node:path'
import type { RecipeChanges } from '@cli-apps/core'
import { filesBelow, observeFolder } from '../../../services/installer/src/probe/observe-folder.ts'

/** More of them would hide which ones matter. */
const mostNamed = 12

/**
 * Notes what is in a folder. Returns a function that says what is different afterwards, there and in homes that did not exist,
 * apart from one file; `undefined` where that is nothing.
 */
export async function observeChanges(
  folder: string,
  homes: readonly string[],
): Promise<(output: string | undefined) => Promise<RecipeChanges | undefined>> {
  const compare = await observeFolder(folder)
  return async (output = '') => {
    const except = path.normalize(output)
    const { created, changed, deleted } = await compare()
    const kept = (await Promise.all(homes.map(filesBelow))).flat().map(placeInHome)
    // What the runtime puts aside in .cli-apps is not the program's.
    const isItsOwn = (file: string): boolean => file !== except && !file.startsWith(`.cli-apps${path.sep}`)
    const changes = Object.entries({
      created: created.filter(isItsOwn),
      changed: changed.filter(isItsOwn),
      deleted,
      kept,
    })
      .map(([kind, files]) => [kind, named(files)] as const)
      .filter(([, files]) => files.length > 0)
    return changes.length === 0 ? undefined : Object.fromEntries(changes)
  }
}

/** Names below the second folder often hold dates and random letters. */
const placeInHome = (file: string): string => ['~', ...file.split(path.sep).slice(0, 2)].join('/')

/** The first of these names, each once and in a form that a document takes. */
const named = (files: readonly string[]): string[] =>
  [...new Set(files.filter((file) => /^[\x20-\x7e]{1,300}$/.test(file)))].slice(0, mostNamed)
