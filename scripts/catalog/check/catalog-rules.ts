import type { Issue } from '@cli-apps/core'
import type { Catalog } from '../entries.ts'
import type { VerificationLog } from '../verification-log.ts'
import { balance } from './balance.ts'
import { closures } from './closures.ts'
import { codeOptions } from './effects/code-options.ts'
import { destroyingNames } from './effects/destroying-names.ts'
import { effectWords } from './effects/effect-words.ts'
import { listedOptions } from './effects/listed-options.ts'
import { observedChanges } from './effects/observed-changes.ts'
import { listedOverrides, oneEffect, recipeEffects, statedEffects } from './effects/recipe-effects.ts'
import { writingOptions } from './effects/writing-options.ts'
import { evidence } from './evidence.ts'
import { chinese } from './languages.ts'
import { namedVariables } from './named-variables.ts'
import { fileNames, uniqueNames } from './names.ts'
import { knownCommands, noPlaces, provingRecipe, shownUse } from './proof.ts'
import { publishable } from './publishable.ts'
import { comparedRecipes, recipeResults } from './recipe-results.ts'
import type { CatalogRule } from './rule.ts'
import { ownSentences } from './sentences.ts'
import { tornMarkers } from './torn-markers.ts'
import { currentVersion, describedVersion, pinnedVersion, toldVersion, verifiedVersion } from './versions.ts'
import { plainWords } from './wording.ts'

/** Every rule of the catalog that needs no network. */
export const catalogRules: readonly CatalogRule[] = [
  publishable,
  fileNames,
  uniqueNames,
  balance,
  chinese,
  shownUse,
  plainWords,
  namedVariables,
  ownSentences,
  evidence,
  tornMarkers,
  provingRecipe,
  recipeResults,
  comparedRecipes,
  knownCommands,
  noPlaces,
  destroyingNames,
  listedOptions,
  recipeEffects,
  oneEffect,
  listedOverrides,
  statedEffects,
  observedChanges,
  writingOptions,
  codeOptions,
  effectWords,
  closures,
  pinnedVersion,
  currentVersion,
  toldVersion,
  verifiedVersion,
  describedVersion,
]

/** Checks the catalog and returns its issues, each with the rule it breaks. */
export function checkCatalog({ entries, unreadable }: Catalog, log: VerificationLog): Issue[] {
  const read = unreadable.map((issue) => ({ rule: 'catalog.readable', ...issue }))
  return [
    ...read,
    ...catalogRules.flatMap((rule) => rule.check(entries, log).map((issue) => ({ ...issue, rule: rule.id }))),
  ]
}
