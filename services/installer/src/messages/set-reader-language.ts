import { setLanguage } from '@cli-apps/core'
import type { Language } from './language.ts'

/** Sets the language of messages from now on. */
export async function setReaderLanguage(language: Language): Promise<void> {
  if (language === 'en') return setLanguage()
  const [{ formatMessage }, { chinese: translations }] = await Promise.all([
    import('@cli-apps/core/messages'),
    import('./chinese.ts'),
  ])
  setLanguage({ locale: language, translations, format: formatMessage })
}
