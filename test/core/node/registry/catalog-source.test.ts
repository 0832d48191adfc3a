import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  AppName,
  CategoriesDocument,
  type Digest,
  indexDocument,
  indexEntry,
  namedTrees,
  registryPaths,
  WholeIndex,
} from '@cli-apps/core'
import {
  catalogIndexFile,
  exists,
  manifestDigest,
  recipeResultsFile,
  treeFile,
  writeFileAtomic,
} from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { readCatalog } from '../../../../packages/core/src/node/registry/catalog/catalog-entries.ts'
import {
  catalogRecipeTermsFile,
  readCatalogTerms,
} from '../../../../packages/core/src/node/registry/catalog/catalog-index.ts'
import { catalogRegistry } from '../../../../packages/core/src/node/registry/catalog/catalog-registry.ts'
import { catalogSource } from '../../../../packages/core/src/node/registry/catalog/catalog-source.ts'
import { recipeIndexText } from '../../../../packages/core/src/search/recipe-index.ts'
import { searchFields } from '../../../../packages/core/src/search/search-fields.ts'
import { openTermIndex } from '../../../../packages/core/src/search/term-index.ts'
import { exampleManifestJson } from '../../../support/example-manifest.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const root = new URL('../../../../', import.meta.url)
const jsonOf = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'))
const read = (folder: string) =>
  catalogSource(folder).read(registryPaths.index(), (text) => WholeIndex.parse(JSON.parse(text)))

/** A catalog of `greet` and `wave`, with its index beside it as the build leaves one. */
async function shipped(): Promise<string> {
  const folder = path.join(await temporaryFolder(), 'catalog')
  await mkdir(folder)
  for (const name of ['wave', 'greet'])
    await writeFile(path.join(folder, `${name}.json`), JSON.stringify(exampleManifestJson({ name })))
  const entries = (await readCatalog(folder)).map(indexEntry)
  await writeFile(catalogIndexFile(folder), JSON.stringify(indexDocument(entries)))
  return folder
}

/** A catalog of `greet`, with its command tree as people read it. */
async function shippedWith(tree: unknown, digest: Digest): Promise<string> {
  const folder = await temporaryFolder()
  const manifest = exampleManifestJson({ commands: { greet: digest } })
  await writeFileAtomic(path.join(folder, 'greet.json'), JSON.stringify(manifest))
  await writeFileAtomic(treeFile(folder, 'greet', 'greet'), JSON.stringify(tree, null, 2))
  return folder
}

it('takes an entry as the build wrote it, and parses one that was changed since', async () => {
  const folder = await shipped()
  const registry = catalogRegistry('catalog:built-in', folder, { trustFolder: folder })
  const greet = AppName.parse('greet')
  const { manifest, digest, json } = await registry.manifest(greet, '1.2.3')
  expect(manifest).toEqual(json)
  expect(digest).toBe(manifestDigest(exampleManifestJson({ name: 'greet' })))
  expect(await registry.app(greet)).toMatchObject({ name: 'greet', latest: '1.2.3', owners: ['catalog'] })

  const changed = exampleManifestJson({ name: 'greet', summary: 7 })
  await writeFile(path.join(folder, 'greet.json'), JSON.stringify(changed))
  const later = catalogRegistry('catalog:built-in', folder, { trustFolder: folder })
  await expect(later.manifest(greet, '1.2.3')).rejects.toMatchObject({
    code: 'manifest.invalid',
    issues: [{ path: 'summary' }],
  })
})

it('names what a catalog does not have', async () => {
  const folder = await shipped()
  const registry = catalogRegistry('catalog:built-in', folder, { trustFolder: folder })
  expect(await registry.app(AppName.parse('absent'))).toBeUndefined()
  await expect(registry.manifest(AppName.parse('greet'), '9.9.9')).rejects.toMatchObject({
    code: 'app.no-version',
  })
  expect(await registry.recipeResults(AppName.parse('greet'), '1.2.3')).toBeUndefined()
})

it('a catalog has the results of recipes beside its manifests', async () => {
  const folder = await temporaryFolder()
  const manifest = exampleManifestJson()
  await writeFileAtomic(path.join(folder, 'greet.json'), JSON.stringify(manifest))
  const resultsOf = (version: string) =>
    catalogSource(folder).read(registryPaths.recipes('greet', version), JSON.parse)
  expect(await resultsOf('1.2.3')).toBeUndefined()
  await writeFileAtomic(recipeResultsFile(folder, 'greet'), JSON.stringify({ recipes: {} }, null, 2))
  expect(await resultsOf('1.2.3')).toEqual({ recipes: {} })
  expect(await resultsOf('9.9.9')).toBeUndefined()
})

describe('a catalog with an index', () => {
  it('is listed without reading a manifest', async () => {
    const folder = await shipped()
    const whole = await read(folder)
    for (const name of ['greet', 'wave']) await writeFile(path.join(folder, `${name}.json`), 'not read')
    expect(await read(folder)).toEqual(whole)
    expect(whole?.apps.map(({ name }) => name)).toEqual(['greet', 'wave'])
    const categories = await catalogSource(folder).read(registryPaths.categories(), (text) =>
      CategoriesDocument.parse(JSON.parse(text)),
    )
    expect(categories?.categories).toEqual([{ name: whole?.apps[0]?.category, count: 2 }])
  })

  it('is read from its manifests if it has an app that the index lacks', async () => {
    const folder = await shipped()
    await writeFile(path.join(folder, 'late.json'), JSON.stringify(exampleManifestJson({ name: 'late' })))
    expect((await read(folder))?.apps.map(({ name }) => name)).toEqual(['greet', 'late', 'wave'])
  })
})

describe('a catalog with command trees', () => {
  const tree = { name: 'greet' }
  const digest = manifestDigest(tree)
  const asked = (program: string, of: Digest) =>
    shippedWith(tree, digest).then((folder) =>
      catalogSource(folder).read(registryPaths.commands('greet', '1.2.3', program), (text) => text, {
        digest: of,
      }),
    )

  it('serves those that a manifest names, in the form that their digest is of', async () => {
    expect(await asked('greet', digest)).toBe('{"name":"greet"}')
    expect(await asked('wave', digest)).toBeUndefined()
    expect(await asked('../greet', digest)).toBeUndefined()
  })

  it('refuses one that changed', async () => {
    const other = manifestDigest({ name: 'wave' })
    await expect(asked('greet', other)).rejects.toMatchObject({ code: 'integrity.document-digest' })
  })
})

describe.each(['services/installer', 'services/registry'])('the catalog that %s ships', (service) => {
  const folder = fileURLToPath(new URL(`${service}/dist/catalog`, root))

  it('has every manifest of the checkout, and an index of exactly these', async () => {
    const source = fileURLToPath(new URL('catalog', root))
    const manifests = async (of: string) =>
      (await readdir(of)).filter((file) => file.endsWith('.json')).sort()
    expect(await manifests(folder)).toEqual(await manifests(source))
    const entries = await readCatalog(folder)
    const digests = new Map(entries.map(({ manifest, digest }) => [`${manifest.name}.json`, digest]))
    for (const file of await manifests(source))
      expect(digests.get(file)).toBe(manifestDigest(await jsonOf(path.join(source, file))))
    const { date, ...index } = (await jsonOf(catalogIndexFile(folder))) as Record<string, unknown>
    expect(index).toEqual(indexDocument(entries.map(indexEntry)))
    // Absent where the build ran outside of a repository.
    expect([undefined, expect.stringMatching(/^\d{4}-\d\d-\d\d$/)]).toContainEqual(date)
  })

  it('has command trees with the digests that its manifests name', async () => {
    let trees = 0
    for (const { manifest, json } of await readCatalog(folder))
      for (const [program, digest] of namedTrees(json)) {
        const file = treeFile(folder, manifest.name, program)
        if (!(await exists(file))) continue
        trees++
        expect(manifestDigest(await jsonOf(file)), file).toBe(digest)
      }
    expect(trees).toBeGreaterThan(20)
  })
})

it('the installer ships the terms of whole manifests, for exactly the apps in its index', async () => {
  const folder = fileURLToPath(new URL('services/installer/dist/catalog', root))
  const { apps } = WholeIndex.parse(await jsonOf(catalogIndexFile(folder)))
  const index = openTermIndex((await readCatalogTerms(folder)) ?? '')
  const names = (list: readonly { name: string }[]): string[] => list.map(({ name }) => name).sort()
  expect(names(index.apps)).toEqual(names(apps))
  const fields = index.fields()
  for (const { manifest } of await readCatalog(folder)) {
    const expected = searchFields({ ...manifest, tags: manifest.tags ?? [], aliases: manifest.aliases ?? [] })
    for (const [field, terms] of Object.entries(expected))
      expect(new Set(fields[manifest.name]?.[field as keyof typeof expected])).toEqual(new Set(terms))
  }
})

it('the installer ships the terms of all recipes', async () => {
  const folder = fileURLToPath(new URL('services/installer/dist/catalog', root))
  const manifests = (await readCatalog(folder)).map(({ manifest }) => manifest)
  expect(await readFile(catalogRecipeTermsFile(folder), 'latin1')).toBe(recipeIndexText(manifests))
})
