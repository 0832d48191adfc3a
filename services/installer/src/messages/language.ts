import { t, UsageError } from '@cli-apps/core'
import { localeOf, readTerminal } from '../ui/terminal.ts'

/** Languages that messages are written in. English is in the source; each other language has a file here. */
export const languages = ['en', 'zh'] as const
export type Language = (typeof languages)[number]

/** Throws `UsageError` `cli.bad-language` for what is none. */
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

/** The language that a person's locale asks for, where the terminal can show it; else English. */
export function localeLanguage(
  environment: NodeJS.ProcessEnv,
  stderr: { isTTY?: boolean },
  platform: NodeJS.Platform = process.platform,
): Language {
  const locale = localeOf(environment) || (platform === 'win32' ? systemLocale() : '')
  const isWanted = /^zh([-_.@]|$)/i.test(locale)
  return isWanted && readTerminal(stderr, environment, platform).isUnicode ? 'zh' : 'en'
}

/** Windows has no variable for it. */
const systemLocale = (): string => new Intl.DateTimeFormat().resolvedOptions().locale
