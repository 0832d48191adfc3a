import type { Query, QueryForm } from './query/query.ts'
import { formRarity, type Rarity, share, type TermSet } from './score-app.ts'

/** The terms of a task in all languages, and those of its calls. */
export interface TaskTerms<Terms extends TermSet = TermSet> {
  task: Terms
  call: Terms
}

/** What stands in the call, such as `out.gif`, says less than the task. */
const ofCall = 0.5

/** Measures how much of a query a task says: from 0, nothing, to 1. */
export function createCoverage({ units }: Query, rarity: Rarity): (terms: TaskTerms) => number {
  const rarities = new Map(
    units.flatMap(({ forms }) => forms.map((form) => [form, formRarity(form, rarity)])),
  )
  const rarityOf = (form: QueryForm): number => rarities.get(form) ?? 0
  const counted = units.filter(({ isExtra }) => !isExtra)
  const all = counted.reduce((sum, { weight, forms }) => sum + weight * Math.max(...forms.map(rarityOf)), 0)
  return ({ task, call }) => {
    const said = units.reduce((sum, { weight, forms }) => {
      const worths = forms.map(
        (form) => form.weight * rarityOf(form) * Math.max(share(form, task), ofCall * share(form, call)),
      )
      return sum + weight * Math.max(0, ...worths)
    }, 0)
    return all === 0 ? 0 : said / all
  }
}
