import { Category } from '@cli-apps/core'
import type { CatalogRule } from './rule.ts'

const least = 3
const mostShare = 0.15

export const balance: CatalogRule = {
  id: 'catalog.balance',
  wants: `at least ${least} apps in each category, and in none more than ${mostShare * 100} % of all`,
  check: (entries) =>
    Category.options.flatMap((category) => {
      const count = entries.filter(({ manifest }) => manifest.category === category).length
      return count < least || count > entries.length * mostShare
        ? [{ path: `category ${category}`, message: `has ${count} of ${entries.length} apps` }]
        : []
    }),
}
