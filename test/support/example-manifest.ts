import type { AppManifest } from '@cli-apps/core'
import { parseManifest } from '@cli-apps/core'

/** JSON of a sound manifest, with what a test wants otherwise. */
export const exampleManifestJson = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  manifest: 1,
  name: 'greet',
  version: '1.2.3',
  display_name: 'Greet',
  summary: 'Say hello in many languages',
  description: 'Prints a greeting. Use it when somebody wants to be greeted.',
  category: 'text',
  tags: ['hello'],
  entry_point: 'greet',
  install: [{ method: 'npm', package: 'greet', version: '1.2.3' }],
  run: { version: { args: ['--version'], expect: 'greet' } },
  ...changes,
})

export const exampleManifest = (changes: Record<string, unknown> = {}): AppManifest =>
  parseManifest(exampleManifestJson(changes))
