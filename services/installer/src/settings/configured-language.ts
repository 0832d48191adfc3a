import { homedir } from 'node:os'
import path from 'node:path'
import { readText, userFolders } from '@cli-apps/core/node'
import { type Language, languages } from '../messages/language.ts'

/**
 * Returns the language set in the user's `config.json`; `undefined` if it is missing or unknown. Read first, so that
 * later errors are in this language; other problems of the file are reported when its settings are read.
 */
export async function configuredLanguage(environment: NodeJS.ProcessEnv): Promise<Language | undefined> {
  const { config } = userFolders(environment, { platform: process.platform, home: homedir() })
  try {
    const settings: unknown = JSON.parse((await readText(path.join(config, 'config.json'))) ?? '')
    if (typeof settings !== 'object' || settings === null || !('lang' in settings)) return undefined
    return languages.find((language) => language === settings.lang)
  } catch {
    return undefined
  }
}
