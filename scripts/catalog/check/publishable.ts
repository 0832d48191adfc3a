import { judgeManifest, nameKey, publishRules } from '@cli-apps/core/publish-rules'
import { type CatalogRule, issueOf } from './rule.ts'

/** Nobody but a publisher looks at what a registry would hold: the catalog has nothing of the kind. */
const allowed = publishRules.filter(({ holds }) => holds !== true).map(({ id }) => id)

/** Shells and interpreters are let in by those who keep the catalog; its names are near to one another by right. */
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
      )
      return [...issues, ...held].map(({ path, message }) => issueOf(entry, path, message))
    }),
}
