import { localized, localizedManifest, taskRecipes } from '@cli-apps/core'
import { expect, it } from 'vitest'
import { exampleManifest } from '../support/example-manifest.ts'

const texts = (i18n?: Record<string, { summary?: string; display_name?: string }>) => ({
  display_name: 'Greet',
  summary: 'Say hello',
  ...(i18n && { i18n }),
})

it.each([
  ['the language itself', { 'zh-TW': { summary: '打招呼' }, zh: { summary: '问候' } }, '问候'],
  ['a regional variant', { 'zh-TW': { summary: '打招呼' }, 'zh-CN': { summary: '问候' } }, '问候'],
  ['no other language', { zha: { summary: 'Raeuz' }, de: { summary: 'Hallo' } }, 'Say hello'],
  ['what has no translation as it is', { zh: { display_name: '问候' } }, 'Say hello'],
  ['texts without translations as they are', undefined, 'Say hello'],
])('shows %s', (_, i18n, summary) => {
  expect(localized(texts(i18n), 'zh').summary).toBe(summary)
})

it('shows tasks of recipes, as far as they are translated', () => {
  const call = { args: ['x'] }
  const manifest = exampleManifest({
    recipes: [
      { id: 'greet', task: 'Greet', i18n: { 'zh-CN': { task: '问候' } }, call },
      { id: 'wave', task: 'Wave', call },
    ],
  })
  expect(taskRecipes(localizedManifest(manifest, 'zh')).map(({ task }) => task)).toEqual(['问候', 'Wave'])
})
