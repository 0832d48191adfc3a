import { parseManifest } from '@cli-apps/core'
import { readText } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { readCatalog } from '../../../scripts/catalog/entries.ts'
import { manifestDocument } from '../../../scripts/docs/manifest-document.ts'
import { exampleManifestJson } from '../../support/example-manifest.ts'

describe('the page about manifests', () => {
  it('matches the schema and the catalog ("npm run docs" regenerates it)', async () => {
    const { entries } = await readCatalog()
    expect(await readText('docs/manifest.md')).toBe(manifestDocument(entries.map(({ manifest }) => manifest)))
  })

  it('refuses a key of which no manifest is an example', () => {
    expect(() => manifestDocument([parseManifest(exampleManifestJson())])).toThrow(
      'no example: program_version',
    )
  })
})
