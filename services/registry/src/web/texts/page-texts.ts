import { englishPageTexts } from './en.ts'
import { chinesePageTexts } from './zh.ts'

export type PageLanguage = 'en' | 'zh'

/** Every text of the pages in one language. */
export type PageTexts = typeof englishPageTexts

export const pageTexts: Readonly<Record<PageLanguage, PageTexts>> = {
  en: englishPageTexts,
  zh: chinesePageTexts,
}
