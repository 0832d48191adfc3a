import { type AppName, appByAlias, isAppName, parseAppName, t } from '@cli-apps/core'
import { exists, readRecordSummaries, recordFile } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { builtFrom } from '../version.ts'

type Place = Pick<CommandContext, 'workspace' | 'config' | 'output'>

/**
 * Returns the installed app that a person means: by its name, else by an alias, which is then said. `undefined`
 * if the word means none.
 */
export async function findInstalledName(word: string, place: Place): Promise<AppName | undefined> {
  const { workspace, output } = place
  if (isAppName(word) && (await exists(recordFile(workspace, word)))) return word
  const meant = appByAlias(await installedApps(place), word)?.name
  if (meant !== undefined) output.notice(sayRealName(word, meant))
  return meant
}

/**
 * Like `findInstalledName`; a word that means no installed app is returned as it is. Throws `UsageError` `app.bad-name` for one
 * that is no name.
 */
export const installedName = async (word: string, place: Place): Promise<AppName> =>
  (await findInstalledName(word, place)) ?? parseAppName(word)

export const installedNames = (words: readonly string[], place: Place): Promise<AppName[]> =>
  Promise.all(words.map((word) => installedName(word, place)))

export const sayRealName = (word: string, name: AppName): string =>
  t('installed-name.alias', '{word} is the app {name}.', { word, name })

interface NamedApp {
  name: AppName
  aliases: readonly string[]
}

/** Damaged records are reported where they are read for their own sake. */
async function installedApps({ workspace, config }: Place): Promise<NamedApp[]> {
  const summaries = await readRecordSummaries(workspace, { home: config.home, reader: builtFrom }).catch(
    () => [],
  )
  return summaries.map(({ name, manifest }) => ({
    name,
    aliases: manifest.aliases ?? [],
  }))
}
