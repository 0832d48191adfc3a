import type { PageLanguage } from '../page.ts'
import { english } from './en.ts'
import { chinese } from './zh.ts'

/** Every text of the pages in one language. */
export type PageTexts = typeof english

export const pageTexts: Readonly<Record<PageLanguage, PageTexts>> = { en: english, zh: chinese }
