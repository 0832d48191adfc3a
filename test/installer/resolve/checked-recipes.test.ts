import { type RecipeResults, UnavailableError } from '@cli-apps/core'
import { recipeDigest } from '@cli-apps/core/node'
import { expect, it } from 'vitest'
import { checkedRecipes } from '../../../services/installer/src/resolve/checked-recipes.ts'
import { exampleManifest } from '../../support/example-manifest.ts'

const source = 'https://example.com/manual'
const recipe = (id: string) => ({ id, task: `Do ${id}`, call: { args: [id] }, source })
const manifest = exampleManifest({
  recipes: [
    recipe('here'),
    recipe('there'),
    recipe('changed'),
    recipe('far'),
    { id: 'proof', call: { args: [] }, expect: {} },
  ],
})
const [, there, , far] = manifest.recipes ?? []
const run = { date: '2026-01-02', method: 'npm', platform: 'linux-x64', program_version: null } as const
const results = {
  results: 1,
  name: manifest.name,
  version: manifest.version,
  ...run,
  recipes: {
    there: { recipe: there && recipeDigest(there), outcome: 'passed' },
    changed: { recipe: `sha256:${'0'.repeat(64)}`, outcome: 'passed' },
    far: { recipe: far && recipeDigest(far), outcome: 'not-run', reason: 'needs network' },
  },
} as RecipeResults

const tried = { passed: ['here', 'proof'], failed: ['changed'] }

it('tells of each task whether its call ran here or elsewhere, and where one that did not is from', async () => {
  const registry = { recipeResults: async () => results }
  expect(await checkedRecipes(manifest, registry, { tried })).toEqual({
    recipes: [
      { id: 'here', task: 'Do here', checked: 'here' },
      { id: 'there', task: 'Do there', checked: 'elsewhere' },
      { id: 'changed', task: 'Do changed', checked: 'no', source },
      { id: 'far', task: 'Do far', checked: 'no', source },
    ],
    recipes_run: run,
  })
})

it('knows what ran here also where the registry has no results or is away', async () => {
  const away = async () => {
    throw new UnavailableError('registry.unreachable', 'away')
  }
  for (const recipeResults of [away, async () => undefined]) {
    const { recipes, recipes_run } = await checkedRecipes(manifest, { recipeResults }, { tried })
    expect(recipes.map(({ checked }) => checked)).toEqual(['here', 'no', 'no', 'no'])
    expect(recipes_run).toBeNull()
  }
  expect(await checkedRecipes(undefined, { recipeResults: away }, {})).toEqual({
    recipes: [],
    recipes_run: null,
  })
})
