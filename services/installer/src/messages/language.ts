import { t, UsageError } from '@cli-apps/core'
import { localeOf, readTerminal } from '../ui/terminal.ts'

/** Languages of messages. English is in the source; every other language has a file here. */
export const languages = ['en', 'zh'] as const
export type Language = (typeof languages)[number]

/** Throws `UsageError` `cli.bad-language` for an unknown language. */
export function parseLanguage(text: string): Language {
  const language = languages.find((known) => text.toLowerCase().split(/[-_.]/)[0] === known)
  if (language !== undefined) return language
  throw new UsageError(
    'cli.bad-language',
    t('cli.bad-language', '{text} is not a supported language.', { text: JSON.stringify(text) }),
    {
      hint: t('cli.bad-language.hint', 'Use one of: {languages}.', { languages: languages.join(', ') }),
    },
  )
}

/** Returns the language of the user's locale if the terminal can show it, or else English. */
export function localeLanguage(
  environment: NodeJS.ProcessEnv,
  stderr: { isTTY?: boolean },
  platform: NodeJS.Platform = process.platform,
): Language {
  const locale = localeOf(environment) || (platform === 'win32' ? systemLocale() : '')
  const isWanted = /^zh([-_.@]|$)/i.test(locale)
  return isWanted && readTerminal(stderr, environment, platform).isUnicode ? 'zh' : 'en'
}

/** Windows has no environment variable for the locale. */
const systemLocale = (): string => new Intl.DateTimeFormat().resolvedOptions().locale
