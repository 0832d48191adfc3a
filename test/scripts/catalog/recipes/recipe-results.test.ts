import { CommandNode, type RecipeResult, type RecipeResults } from '@cli-apps/core'
import { recipeDigest } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { observedChanges } from '../../../../scripts/catalog/check/effects/observed-changes.ts'
import { comparedRecipes, recipeResults } from '../../../../scripts/catalog/check/recipe-results.ts'
import { countRecipes, waitingEntries } from '../../../../scripts/catalog/count-recipes.ts'
import type { CatalogEntry } from '../../../../scripts/catalog/entries.ts'
import { entryWith } from '../entries.ts'

const one = { id: 'one', task: 'One', call: { args: ['one'] }, expect: { stdout_contains: 'hello' } }
const far = { id: 'far', task: 'Far', call: { args: ['--far'] }, needs: ['network'] }

/** An entry with the results of a run in which its recipes came to these ends. */
function ranEntry(outcomes: RecipeResults['recipes'][string]['outcome'][]): CatalogEntry {
  const entry = entryWith({ recipes: [one, far] })
  const recipes = Object.fromEntries(
    (entry.manifest.recipes ?? []).map((recipe, at) => [
      recipe.id,
      { recipe: recipeDigest(recipe), outcome: outcomes[at] ?? 'not-run', reason: 'because' },
    ]),
  )
  return {
    ...entry,
    results: {
      results: 1,
      name: entry.manifest.name,
      version: entry.manifest.version,
      program_version: '1.2.3',
      method: 'npm',
      platform: 'linux-x64',
      date: '2026-01-02',
      recipes,
    },
  }
}

const log = { run: null, verifications: [] }
const issuesOf = (entry: CatalogEntry): string[] =>
  recipeResults.check([entry], log).map(({ path, message }) => `${path}: ${message}`)
const changed = (entry: CatalogEntry, changes: Record<string, unknown>): CatalogEntry => ({
  ...entryWith({ recipes: [one, far], ...changes }),
  results: entry.results,
})

describe('results of recipes', () => {
  const passed = ranEntry(['passed', 'not-run'])

  it('are sound while the recipes, the version and the method are those that were run', () => {
    expect(issuesOf(passed)).toEqual([])
    expect(issuesOf(entryWith())).toEqual([])
    const reworded = [{ ...one, task: 'The one', shows: 'hello' }, far]
    expect(issuesOf(changed(passed, { recipes: reworded }))).toEqual([])
  })

  it('block an entry with a recipe that failed', () => {
    expect(issuesOf(ranEntry(['failed', 'not-run']))).toEqual(['greet.json recipes one: failed: because'])
  })

  it.each([
    ['call', { call: { args: ['two'] } }],
    ['expectation', { expect: { stdout_contains: 'bye' } }],
    ['files', { files: { 'a.txt': 'x' } }],
    ['needs', { needs: ['account'] }],
  ])('do not stand for a recipe whose %s was changed later', (_, change) => {
    expect(issuesOf(changed(passed, { recipes: [{ ...one, ...change }, far] }))).toEqual([
      expect.stringMatching(/^greet\.json recipes one: was changed after its run; run npm run/),
    ])
  })

  it.each([
    ['another version', { version: '1.2.4' }, 'recipes: were run with 1.2.3; run npm run'],
    [
      'another method',
      { install: [{ method: 'brew', formula: 'greet' }] },
      'recipes: were run with the method npm',
    ],
    ['a recipe that is gone', { recipes: [one] }, 'recipes: have the result of far'],
    ['all but a new recipe', { recipes: [one, far, { ...one, id: 'new' }] }, 'recipes new: has no result'],
  ])('are refused when they are of %s', (_, changes, issue) => {
    expect(issuesOf(changed(passed, changes))).toEqual([expect.stringContaining(issue)])
  })
})

describe('files that were changed when a recipe was run', () => {
  /** The issues of an entry whose recipe has this effect, is listed so, and left these changes. */
  function issues(
    { effect, listed }: { effect?: string; listed?: string },
    changes: RecipeResult['changes'],
  ): string[] {
    const recipe = { ...one, ...(effect && { effect }) }
    const entry = entryWith({
      recipes: [recipe, far],
      ...(listed && { run: { effects: { [listed]: ['one'] } } }),
    })
    const { results } = ranEntry(['passed', 'not-run'])
    const digest = recipeDigest(entry.manifest.recipes?.[0] ?? fail())
    const ran = { recipe: digest, outcome: 'passed' as const, changes }
    const seen = results && { ...results, recipes: { ...results.recipes, one: ran } }
    return observedChanges
      .check([{ ...entry, results: seen }], log)
      .map(({ path, message }) => `${path} ${message}`)
  }
  const fail = (): never => {
    throw new Error('no recipe')
  }

  it('are refused where the recipe or the list of effects says that it reads', () => {
    const found = 'greet.json recipes one changed a.txt, b.txt when it was run, and'
    const changes = { created: ['a.txt'], deleted: ['b.txt'] }
    expect(issues({ effect: 'read' }, changes)).toEqual([`${found} it says that it reads`])
    expect(issues({ listed: 'read' }, changes)).toEqual([`${found} run.effects says that it reads`])
    expect(issues({ effect: 'write', listed: 'write' }, changes)).toEqual([])
    expect(issues({}, changes)).toEqual([])
  })

  it('are fine in the home, which a program keeps for itself', () => {
    expect(issues({ effect: 'read', listed: 'read' }, { kept: ['~/.cache/greet'] })).toEqual([])
    expect(issues({ effect: 'read' }, undefined)).toEqual([])
  })
})

describe('recipes that are not run', () => {
  const tree = CommandNode.parse({ name: 'greet', options: [{ long: ['--near'] }] })

  it('may use nothing that the command tree lacks', () => {
    const issues = (entry: CatalogEntry) => comparedRecipes.check([{ ...entry, tree }], log)
    const issue = {
      path: 'greet.json recipes far',
      message: expect.stringMatching(/^has option --far, which no help names; correct it/),
    }
    expect(issues(ranEntry(['passed', 'not-run']))).toEqual([issue])
    expect(issues(entryWith({ recipes: [one, far] }))).toEqual([issue])
    // What ran was checked by the program itself.
    expect(issues(ranEntry(['passed', 'passed']))).toEqual([])
  })

  it('are counted apart from those that were executed', () => {
    const known = CommandNode.parse({ name: 'greet', options: [{ long: ['--far'] }] })
    const run = ranEntry(['passed', 'not-run'])
    const counts = { recipes: 2, executed: 1, entries: 1 }
    expect(countRecipes([{ ...run, tree: known }])).toEqual({ ...counts, compared: 1, neither: 0 })
    expect(countRecipes([{ ...run, tree }])).toEqual({ ...counts, compared: 0, neither: 1 })
    expect(countRecipes([run])).toEqual({ ...counts, compared: 0, neither: 1 })
  })

  it('are named with their entry where they could be', () => {
    const brew = { install: [{ method: 'brew', formula: 'greet' }] }
    expect(waitingEntries([entryWith({ recipes: [one, far] })])).toEqual(['greet'])
    expect(waitingEntries([entryWith({ recipes: [far] })])).toEqual([])
    expect(waitingEntries([entryWith({ recipes: [one], ...brew })])).toEqual([])
    expect(waitingEntries([ranEntry(['passed', 'not-run'])])).toEqual([])
    const later = changed(ranEntry(['passed', 'not-run']), { recipes: [{ ...one, needs: [] }, far] })
    expect(waitingEntries([later])).toEqual(['greet'])
  })
})
