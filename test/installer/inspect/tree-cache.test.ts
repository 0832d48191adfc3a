import { readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { emptyCommand } from '@cli-apps/core'
import { describe, expect, it } from 'vitest'
import { openTreeCache } from '../../../services/installer/src/inspect/tree-cache.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

async function cacheWith(...keys: string[]) {
  const folder = path.join(await temporaryFolder(), 'trees')
  const cache = openTreeCache(folder)
  for (const key of keys) await cache.write(key, emptyCommand(key))
  const files = async () => (await readdir(folder)).map((name) => path.join(folder, name))
  return { folder, cache, files }
}

describe('the tree cache', () => {
  it('returns what was written, only for its key', async () => {
    const { cache } = await cacheWith('a', 'b')
    expect(await cache.read('a')).toEqual(emptyCommand('a'))
    expect(await cache.read('c')).toBeUndefined()
  })

  it.each([
    ['half a file', (text: string) => text.slice(0, -9)],
    ['no JSON', () => 'x'],
    ['no tree', (text: string) => JSON.stringify({ ...JSON.parse(text), tree: { name: 1 } })],
    ['the tree of another key', (text: string) => JSON.stringify({ ...JSON.parse(text), key: 'other' })],
    ['an old tree', (text: string) => JSON.stringify({ ...JSON.parse(text), read_at: 1 })],
  ])('ignores and replaces %s', async (_, spoil) => {
    const { cache, files } = await cacheWith('a')
    const [file = ''] = await files()
    await writeFile(file, spoil(await readFile(file, 'utf8')))
    expect(await cache.read('a')).toBeUndefined()
    await cache.write('a', emptyCommand('again'))
    expect((await cache.read('a'))?.name).toBe('again')
  })

  it('leaves no partial file, even with parallel writers', async () => {
    const { cache, files } = await cacheWith()
    await Promise.all(Array.from({ length: 10 }, (_, at) => cache.write('a', emptyCommand(`${at}`))))
    expect(await files()).toHaveLength(1)
    expect((await cache.read('a'))?.name).toMatch(/^\d$/)
  })

  it('keeps a limited number of entries, the most recently used', async () => {
    const { cache, files } = await cacheWith(...Array.from({ length: 200 }, (_, at) => `${at}`))
    const long = new Date(Date.now() - 60_000)
    for (const file of await files()) await utimes(file, long, long)
    await cache.read('7')
    for (const key of ['x', 'y', 'z']) await cache.write(key, emptyCommand(key))
    expect(await files()).toHaveLength(200)
    for (const key of ['7', 'x', 'y', 'z']) expect(await cache.read(key)).toBeDefined()
  })

  it('writes no tree that is too large', async () => {
    const { cache } = await cacheWith()
    await cache.write('a', { ...emptyCommand('a'), summary: 'x'.repeat(17_000_000) })
    expect(await cache.read('a')).toBeUndefined()
  })

  it('does not fail if it cannot write', async () => {
    const file = path.join(await temporaryFolder(), 'file')
    await writeFile(file, '')
    const cache = openTreeCache(path.join(file, 'trees'))
    await cache.write('a', emptyCommand('a'))
    expect(await cache.read('a')).toBeUndefined()
  })
})
