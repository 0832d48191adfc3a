import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { acquireLock } from '@cli-apps/core/node'
import { expect, it } from 'vitest'
import { removePackage, unusedPackages } from '../../../services/installer/src/store/unused-packages.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const [used, unused] = ['a'.repeat(64), 'b'.repeat(64)]
const { signal } = new AbortController()

/** A store with one program that is made of the package `used`. */
async function storeWithPackages() {
  const home = await temporaryFolder()
  const [debs, store] = [path.join(home, 'debian'), path.join(home, 'store')]
  for (const name of [used, unused]) {
    await mkdir(path.join(debs, name, 'tree'), { recursive: true })
    await writeFile(path.join(debs, name, 'deb.json'), '{}')
    await writeFile(path.join(debs, name, 'tree/file'), '12345')
  }
  const entry = path.join(store, 'greet/1.2.3', '0'.repeat(16))
  await mkdir(entry, { recursive: true })
  const app = {
    store: 1,
    name: 'greet',
    version: '1.2.3',
    digest: `sha256:${'c'.repeat(64)}`,
    registry: 'https://registry.example',
    method: 'debian',
    platform: 'linux-x64',
    argv: ['/greet'],
    program_version: null,
    artifacts: [{ name: 'greet', version: '1', integrity: `sha256:${used}` }],
    files: `sha256:${'d'.repeat(64)}`,
  }
  await writeFile(path.join(entry, 'app.json'), JSON.stringify(app))
  const find = (changes: { removed?: ReadonlySet<string>; before?: number } = {}) =>
    unusedPackages({ debs, store, removed: new Set(), before: Number.POSITIVE_INFINITY, ...changes })
  return { home, debs, entry, find, folder: path.join(debs, unused) }
}

it('packages that no program is made of are unused', async () => {
  const { find, folder } = await storeWithPackages()
  expect(await find()).toEqual([{ folder, bytes: '12345{}'.length }])
})

it('so are those of a program that is removed', async () => {
  const { find, entry } = await storeWithPackages()
  expect(await find({ removed: new Set([entry]) })).toHaveLength(2)
})

it('a package that an install took recently stays', async () => {
  const { find, folder } = await storeWithPackages()
  const before = Date.now() - 60_000
  expect(await find({ before })).toEqual([])
  await utimes(path.join(folder, 'deb.json'), 1, 1)
  expect(await find({ before })).toHaveLength(1)
})

it('an unused package is removed, unless an install is making it', async () => {
  const { home, debs, folder } = await storeWithPackages()
  const locks = path.join(home, 'locks')
  const lock = await acquireLock(locks, unused.slice(0, 16), { wait: 0, what: 'it' })
  expect(await removePackage(folder, locks, signal)).toBe(false)
  await lock.release()
  expect(await removePackage(folder, locks, signal)).toBe(true)
  expect(await readdir(debs)).toEqual([used])
})
