import type { Issue, Recipe } from '@cli-apps/core'
import { listedEffect } from '@cli-apps/core/call-effect'
import type { CatalogEntry } from '../../entries.ts'
import { type CatalogRule, issueOf } from '../rule.ts'
import { resultOf } from '../was-run.ts'
import { treesOf } from './recipe-effects.ts'

export const observedChanges: CatalogRule = {
  id: 'catalog.observed-changes',
  wants: 'no call that reads by its recipe or by run.effects, and changed files when it was run',
  check: (entries) =>
    entries.flatMap((entry) =>
      (entry.manifest.recipes ?? []).flatMap((recipe) => changingReads(entry, recipe)),
    ),
}

function changingReads(entry: CatalogEntry, recipe: Recipe): Issue[] {
  // What a program keeps for itself in the home does not count.
  const { created = [], changed = [], deleted = [] } = resultOf(entry, recipe)?.changes ?? {}
  const files = [...created, ...changed, ...deleted]
  if (files.length === 0) return []
  // In a pipe, another program may have changed them.
  const listed = recipe.call.pipe === undefined && listedEffect(entry.manifest, recipe, treesOf(entry))
  const reader = recipe.effect === 'read' ? 'it' : listed === 'read' ? 'run.effects' : undefined
  if (reader === undefined) return []
  const message = `changed ${files.slice(0, 3).join(', ')} when it was run, and ${reader} says that it reads`
  return [issueOf(entry, `recipes ${recipe.id}`, message)]
}
