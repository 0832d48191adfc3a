import type { CatalogEntry } from '../entries.ts'
import { type CatalogRule, issueOf } from './rule.ts'
import { wasRun } from './was-run.ts'

export const evidence: CatalogRule = {
  id: 'catalog.evidence',
  wants:
    'a recipe that was run, or the page that says it, for each sentence of skill.fixes and skill.gotchas',
  check: (entries) =>
    entries.flatMap((entry) => {
      const { fixes = [], gotchas = [] } = entry.manifest.skill ?? {}
      const told = Object.entries({ fixes, gotchas }).flatMap(([list, items]) =>
        items.map((item, at) => ({ item, place: `skill.${list}[${at}]` })),
      )
      return told
        .filter(({ item }) => typeof item === 'string' || !hasEvidence(entry, item))
        .map(({ place }) =>
          issueOf(
            entry,
            place,
            'has neither a recipe that shows it and was run, nor a source; add one, or leave the sentence out',
          ),
        )
    }),
}

function hasEvidence(
  entry: CatalogEntry,
  { recipe: id, source }: { recipe?: string | undefined; source?: string | undefined },
): boolean {
  if (source !== undefined) return true
  const recipe = entry.manifest.recipes?.find((one) => one.id === id)
  return recipe !== undefined && wasRun(entry, recipe)
}
