import type { AppName, InstallRecord } from '@cli-apps/core'
import { type AccessStanding, makeFolder } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { chooseAccess, foldersToMake } from '../grants/change-app-access.ts'
import { readStanding } from '../grants/describe-access.ts'

type Place = Pick<CommandContext, 'environment' | 'workspace'>

/**
 * Returns what these words of `--grant` stand for: what the app declares, also after its name as `install --grant` takes it. Throws what
 * `chooseAccess` throws.
 */
export function chooseOneOffGrants(
  app: AppName,
  standing: readonly AccessStanding[],
  words: readonly string[],
  place: Place,
): AccessStanding[] {
  const isDeclared = (word: string): boolean => standing.some(({ item }) => item.name === word)
  const nameOf = (word: string): string =>
    !isDeclared(word) && word.startsWith(`${app}:`) ? word.slice(app.length + 1) : word
  return chooseAccess(app, standing, [...new Set(words.map(nameOf))], place)
}

/** Returns the access of one run, which no file keeps, and creates declared folders that are missing. */
export async function oneOffAccess(
  record: InstallRecord,
  words: readonly string[],
  place: Place,
): Promise<Readonly<Record<string, readonly string[]>>> {
  if (words.length === 0) return {}
  const chosen = chooseOneOffGrants(record.name, await readStanding(record, place), words, place)
  for (const folder of foldersToMake(chosen)) await makeFolder(folder)
  return { [record.name]: chosen.map(({ item }) => item.name) }
}
