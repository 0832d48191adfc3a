import { parseManifest, readManifest, taskRecipes, withRecipes } from '@cli-apps/core'
import { describe, expect, it } from 'vitest'
import { exampleManifestJson } from '../../support/example-manifest.ts'

const early = (quickstart: unknown, smoke?: unknown): Record<string, unknown> =>
  exampleManifestJson({
    skill: { use_when: 'Somebody should be greeted.', quickstart },
    ...(smoke !== undefined && { smoke }),
  })

const recipesOf = (quickstart: unknown, smoke?: unknown): unknown =>
  (withRecipes(early(quickstart, smoke)) as Record<string, unknown>).recipes

describe('a manifest of the early form', () => {
  const manifest = early(
    [
      { title: 'Greet a person', args: ['hello', 'Ann'] },
      { title: 'Greet {all} of them', args: ['hello', '{all}'] },
    ],
    [{ args: [], stdin: 'Ann', files: { 'a.txt': 'x' }, expect: { exit: 3, stdout_contains: 'Hello' } }],
  )
  const recipes = [
    { id: 'greet-a-person', task: 'Greet a person', call: { args: ['hello', 'Ann'] } },
    { id: 'greet-all-of-them', task: 'Greet {all} of them', call: { args: ['hello', '{all}'] } },
    {
      id: 'check-1',
      call: { args: [], stdin: 'Ann' },
      files: { 'a.txt': 'x' },
      expect: { exit: 3, stdout_contains: 'Hello' },
    },
  ]

  it('is read as one with recipes, by publishers and readers alike', () => {
    const expected = exampleManifestJson({ skill: { use_when: 'Somebody should be greeted.' }, recipes })
    expect(parseManifest(manifest)).toEqual(expected)
    expect(readManifest(manifest)).toEqual(expected)
  })

  it('shows its calls as tasks, and not its tests', () => {
    expect(taskRecipes(readManifest(manifest)).map(({ task }) => task)).toEqual([
      'Greet a person',
      'Greet {all} of them',
    ])
  })

  it('has one recipe for a call that is tested too, unless the test has input', () => {
    const call = { title: 'Convert', args: ['in.csv'] }
    const test = { files: { 'in.csv': 'a' }, args: ['in.csv'], expect: { exit: 0 } }
    const { files, expect: expected } = test
    const shown = { id: 'convert', task: 'Convert', call: { args: ['in.csv'] } }
    expect(recipesOf([call], [test])).toEqual([{ ...shown, files, expect: expected }])
    expect(recipesOf([call], [{ ...test, stdin: 'a' }])).toEqual([
      shown,
      { id: 'check-1', call: { args: ['in.csv'], stdin: 'a' }, files, expect: expected },
    ])
  })

  it('gives each recipe an id of its own, of whole words, also without a Latin letter', () => {
    const titles = ['Größe ändern!', 'Grosse andern', '今天的会议记录', 'Task 3', `${'long '.repeat(20)}end`]
    const ids = (
      recipesOf([...titles, titles[0]].map((title) => ({ title, args: ['x'] }))) as { id: string }[]
    ).map(({ id }) => id)
    expect(ids).toEqual([
      'gro-e-andern',
      'grosse-andern',
      'task-3',
      'task-3-2',
      'long-long-long-long-long-long-long-long-long-long-long-long',
      'gro-e-andern-2',
    ])
  })

  it('is refused where its parts are, with the place in the new form', () => {
    expect(() => parseManifest(early([{ title: 5, args: [] }, { title: 'x' }, 'y']))).toThrow(
      expect.objectContaining({
        issues: [
          expect.objectContaining({ path: 'recipes[0].task' }),
          expect.objectContaining({ path: 'recipes[1].call.args' }),
          expect.objectContaining({ path: 'recipes[2]' }),
        ],
      }),
    )
    expect(() => parseManifest(early([{ title: 'x', args: ['y'], speed: 1 }]))).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ path: 'recipes[0].speed' })] }),
    )
    expect(() => parseManifest(early('none', {}))).toThrow(
      expect.objectContaining({
        issues: [
          expect.objectContaining({ path: 'skill.quickstart' }),
          expect.objectContaining({ path: 'smoke' }),
        ],
      }),
    )
  })
})

describe('a manifest with recipes', () => {
  const recipes = [{ id: 'x', task: 'Do it', call: { args: ['x'] } }]

  it('is unchanged, and may not have the early keys too', () => {
    const manifest = exampleManifestJson({ recipes })
    expect(withRecipes(manifest)).toBe(manifest)
    const both = exampleManifestJson({ recipes, smoke: [{ args: [], expect: { exit: 0 } }] })
    expect(() => parseManifest(both)).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ path: 'smoke' })] }),
    )
    expect(readManifest(both)).toEqual(manifest)
  })

  it('is read without the recipes of a later form', () => {
    const later = { id: 'y', task: 'Say it', call: { args: ['x'] }, needs: ['voice'] }
    const manifest = exampleManifestJson({ recipes: [...recipes, later] })
    expect(readManifest(manifest).recipes).toEqual(recipes)
    expect(() => parseManifest(manifest)).toThrow()
  })

  it('may not use an id twice', () => {
    expect(() => parseManifest(exampleManifestJson({ recipes: [...recipes, ...recipes] }))).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ path: 'recipes[1].id' })] }),
    )
  })
})
