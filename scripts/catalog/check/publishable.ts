import { judgeManifest, nameKey } from '@cli-apps/core/publish-rules'
import { type CatalogRule, issueOf } from './rule.ts'

/** Shells and interpreters are let in by those who keep the catalogue; its names are near to one another by right. */
export const publishable: CatalogRule = {
  id: 'catalog.publishable',
  wants: 'what every registry asks of a manifest',
  check: (entries) =>
    entries.flatMap((entry) =>
      judgeManifest(entry.manifest, {
        policy: { allowGit: true },
        approved: ['*'],
        names: { held: [nameKey(entry.name)], others: [] },
      }).issues.map(({ path, message }) => issueOf(entry, path, message)),
    ),
}
