import { judgeManifest, nameKey, publishRules } from '@cli-apps/core/publish-rules'
import { type CatalogRule, issueOf } from './rule.ts'

/** Rules that would hold a version for review apply too: nobody reviews the catalog's publishing. */
const allowed = publishRules.filter(({ holds }) => holds !== true).map(({ id }) => id)

/** Shells, interpreters and similar names are allowed, because the maintainers of the catalog review them. */
export const publishable: CatalogRule = {
  id: 'catalog.publishable',
  wants: 'what every registry asks of a manifest',
  check: (entries) =>
    entries.flatMap((entry) => {
      const { issues, held } = judgeManifest(
        entry.tree === undefined ? entry.manifest : { ...entry.manifest, commands: entry.tree },
        {
          policy: { allowGit: true },
          approved: allowed,
          names: { held: [nameKey(entry.name)], others: [] },
        },
        { issues: [], programs: entry.programs, closures: entry.closures },
      )
      return [...issues, ...held].map(({ path, message }) => issueOf(entry, path, message))
    }),
}
