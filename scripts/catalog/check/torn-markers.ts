import { type CatalogRule, issueOf } from './rule.ts'

/** How drafts of recipes mark a placeholder with its type and example: `<<name|text|Ada>>`. */
const marker = /<<\w+\||\w>>$/

export const tornMarkers: CatalogRule = {
  id: 'catalog.torn-markers',
  wants: 'declared placeholders in calls, and no marks of a draft',
  check: (entries) =>
    entries.flatMap((entry) =>
      (entry.manifest.recipes ?? []).flatMap(({ id, call }) =>
        [call.args, ...(call.pipe ?? []).map(({ args }) => args)]
          .flat()
          .filter((arg) => marker.test(arg))
          .map((arg) =>
            issueOf(entry, `recipes ${id}`, `has ${JSON.stringify(arg)}; declare a placeholder {name}`),
          ),
      ),
    ),
}
