import type { Issue } from '@cli-apps/core'
import { type CatalogRule, issueOf } from './rule.ts'

const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text)

export const chinese: CatalogRule = {
  id: 'catalog.chinese',
  wants: 'summary, description and a tag in Chinese too',
  check: (entries) =>
    entries.flatMap((entry): Issue[] => {
      const { i18n, tags = [] } = entry.manifest
      const missing = (['summary', 'description'] as const).filter((key) => !isChinese(i18n?.zh?.[key] ?? ''))
      return [
        ...missing.map((key) => issueOf(entry, `i18n.zh.${key}`, 'is not there in Chinese')),
        ...(tags.some(isChinese) ? [] : [issueOf(entry, 'tags', 'has no Chinese tag')]),
      ]
    }),
}
