import type { Issue } from '@cli-apps/core'
import type { Catalog } from '../entries.ts'
import type { VerificationLog } from '../verification-log.ts'
import { balance } from './balance.ts'
import { destroyingNames } from './destroying-names.ts'
import { chinese } from './languages.ts'
import { fileNames, uniqueNames } from './names.ts'
import { knownCommands, noPlaces, shownUse, smokeTest } from './proof.ts'
import { publishable } from './publishable.ts'
import type { CatalogRule } from './rule.ts'
import { ownSentences } from './sentences.ts'
import { plainWords } from './wording.ts'

/** Everything that is asked of the catalog and can be judged without a network. */
export const catalogRules: readonly CatalogRule[] = [
  publishable,
  fileNames,
  uniqueNames,
  balance,
  chinese,
  shownUse,
  plainWords,
  ownSentences,
  smokeTest,
  knownCommands,
  noPlaces,
  destroyingNames,
]

/** What stands against the catalog, each issue with the rule that it breaks. */
export function checkCatalog({ entries, unreadable }: Catalog, log: VerificationLog): Issue[] {
  const read = unreadable.map((issue) => ({ rule: 'catalog.readable', ...issue }))
  return [
    ...read,
    ...catalogRules.flatMap((rule) => rule.check(entries, log).map((issue) => ({ ...issue, rule: rule.id }))),
  ]
}
