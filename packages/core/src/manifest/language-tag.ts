import { t } from '../messages/t.ts'
import { bounded } from '../text.ts'

/** Language of a translation: `zh`, `pt-BR`. */
export const LanguageTag = bounded(35).regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, {
  error: () => t('manifest.language-tag-zh', 'must be a language tag such as zh or pt-BR'),
})
