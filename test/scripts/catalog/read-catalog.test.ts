import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { closureFile, writeFileAtomic } from '@cli-apps/core/node'
import { expect, it } from 'vitest'
import { readCatalog } from '../../../scripts/catalog/entries.ts'
import { debianManifestJson, exampleClosure } from '../../support/debian-closure.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const closure = exampleClosure()

/** A catalog with one entry that names one list of packages, and these files besides. */
async function catalogWith(files: Readonly<Record<string, unknown>>): Promise<string> {
  const folder = await temporaryFolder()
  await writeFile(path.join(folder, 'greet.json'), JSON.stringify(debianManifestJson([closure])))
  for (const [file, value] of Object.entries(files))
    await writeFileAtomic(path.join(folder, file), JSON.stringify(value, null, 2))
  return folder
}
const unreadable = async (files: Readonly<Record<string, unknown>>): Promise<string[]> =>
  (await readCatalog(await catalogWith(files))).unreadable.map(({ path: at, message }) => `${at} ${message}`)
const named = closureFile('', 'greet', 'amd64')

it('reads an entry with its lists of Debian packages', async () => {
  const { entries, unreadable } = await readCatalog(await catalogWith({ [named]: closure }))
  expect(unreadable).toEqual([])
  expect(entries[0]?.closures).toEqual({ amd64: closure })
})

it.each([
  ['is missing', {}, ['greet.json closures.amd64 is named by the manifest, and is missing']],
  [
    'has another digest',
    { [named]: exampleClosure({ suite: 'trixie' }) },
    [expect.stringMatching(/^greet\.json closures\.amd64 has the digest /)],
  ],
  [
    'no entry names',
    {
      [named]: closure,
      [closureFile('', 'gone', 'amd64')]: closure,
      'trees/gone/gone.json': {},
      'recipes/gone.json': {},
    },
    [
      'trees/gone/gone.json is named by no entry',
      'closures/gone/amd64.json is named by no entry',
      'recipes/gone.json is named by no entry',
    ],
  ],
  [
    'is no list of results',
    { [named]: closure, 'recipes/greet.json': {} },
    [expect.stringMatching(/^greet\.json results /)],
  ],
])('refuses a document that %s', async (_, files, issues) => {
  expect(await unreadable(files)).toEqual(expect.arrayContaining(issues))
})
