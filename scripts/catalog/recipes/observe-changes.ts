import { lstat, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { RecipeChanges } from '@cli-apps/core'

/** More of them would hide which ones matter. */
const mostNamed = 12

/**
 * Notes what is in a folder. Returns a function that says what is different afterwards, there and in homes that did not exist,
 * apart from one file; `undefined` where that is nothing.
 */
export async function observeChanges(
  folder: string,
  homes: readonly string[],
): Promise<(except: string | undefined) => Promise<RecipeChanges | undefined>> {
  const before = new Map<string, Buffer>()
  for (const file of await filesIn(folder)) before.set(file, await readFile(path.join(folder, file)))
  return async (except) => {
    const after = new Set((await filesIn(folder)).filter((file) => file !== except))
    const created = [...after].filter((file) => !before.has(file))
    const deleted = [...before.keys()].filter((file) => !after.has(file) && file !== except)
    const changed: string[] = []
    for (const [file, content] of before)
      if (after.has(file) && !content.equals(await readFile(path.join(folder, file)))) changed.push(file)
    const kept = (await Promise.all(homes.map(filesIn))).flat().map(placeInHome)
    const changes = Object.entries({ created, changed, deleted, kept })
      .map(([kind, files]) => [kind, named(files)] as const)
      .filter(([, files]) => files.length > 0)
    return changes.length === 0 ? undefined : Object.fromEntries(changes)
  }
}

/** Files and links below a folder, by their paths; none where it does not exist. */
async function filesIn(folder: string): Promise<string[]> {
  const stats = await lstat(folder).catch(() => undefined)
  if (!stats?.isDirectory()) return []
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return (
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
      // What the runtime puts aside there is not the program's.
      .filter((file) => !file.startsWith(`.cli-apps${path.sep}`))
      .sort()
  )
}

/** Names below the second folder often hold dates and random letters. */
const placeInHome = (file: string): string => ['~', ...file.split(path.sep).slice(0, 2)].join('/')

/** The first of these names, each once and in a form that a document takes. */
const named = (files: readonly string[]): string[] =>
  [...new Set(files.filter((file) => /^[\x20-\x7e]{1,300}$/.test(file)))].slice(0, mostNamed)
