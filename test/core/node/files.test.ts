import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { exists, isInside, readJson, readText, writeFileAtomic } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readJsonNow } from '../../../packages/core/src/node/files.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const options = { what: 'The thing', code: 'thing.corrupt', repair: 'Correct it.' }

describe('writeFileAtomic', () => {
  it('creates folders, replaces the content and leaves no temporary file', async () => {
    const file = path.join(await temporaryFolder(), 'a', 'b.txt')
    await writeFileAtomic(file, 'one')
    await writeFileAtomic(file, 'two')
    expect(await readFile(file, 'utf8')).toBe('two')
    expect(await readdir(path.dirname(file))).toEqual(['b.txt'])
  })

  it('leaves no temporary file if a folder is in the way', async () => {
    const folder = await temporaryFolder()
    await mkdir(path.join(folder, 'taken'))
    await expect(writeFileAtomic(path.join(folder, 'taken'), 'x')).rejects.toThrow()
    expect(await readdir(folder)).toEqual(['taken'])
  })
})

describe('readJson', () => {
  it('returns undefined for a missing file', async () => {
    expect(await readJson(path.join(await temporaryFolder(), 'x'), z.object({}), options)).toBeUndefined()
  })

  it.each(['', '{', '[]', '{"n":"1"}'])('never treats %j as an empty file', async (content) => {
    const file = path.join(await temporaryFolder(), 'thing.json')
    await writeFile(file, content)
    await expect(readJson(file, z.object({ n: z.number() }), options)).rejects.toMatchObject({
      code: 'thing.corrupt',
      hint: 'Correct it.',
      details: { file },
    })
  })
})

async function huge(file: string): Promise<void> {
  await writeFile(file, '')
  await truncate(file, 2 ** 40)
}

describe('readText', () => {
  it('returns undefined for a missing file', async () => {
    expect(await readText(path.join(await temporaryFolder(), 'x'))).toBeUndefined()
  })

  it('opens neither pipes nor devices, because they may never end', async () => {
    const folder = await temporaryFolder()
    execFileSync('mkfifo', [path.join(folder, 'pipe')])
    await symlink('/dev/zero', path.join(folder, 'zero'))
    for (const name of ['pipe', 'zero'])
      await expect(readText(path.join(folder, name))).rejects.toMatchObject({ code: 'file.not-plain' })
  })

  it('reports a link to itself, which counts as existing', async () => {
    const file = path.join(await temporaryFolder(), 'loop')
    await symlink('loop', file)
    await expect(readText(file)).rejects.toMatchObject({ code: 'file.link-loop', details: { file } })
    expect(() => readJsonNow(file, z.object({}), options)).toThrow('leads to itself')
    expect(await exists(file)).toBe(true)
  })

  it('reads no more than the limit', async () => {
    const file = path.join(await temporaryFolder(), 'x')
    await writeFile(file, '12345')
    expect(await readText(file, { atMost: 5 })).toBe('12345')
    await expect(readText(file, { atMost: 4 })).rejects.toMatchObject({ code: 'file.too-large' })
    await huge(file)
    await expect(readText(file)).rejects.toMatchObject({ code: 'file.too-large' })
  })
})

describe('readJson of an unreadable file', () => {
  it.each([
    ['a folder', (file: string) => mkdir(file), /is a folder$/],
    ['a link to nothing', (file: string) => symlink('nowhere', file), /is a link to nothing$/],
    ['a link to itself', (file: string) => symlink(file, file), /leads to itself/],
    ['a pipe', (file: string) => execFileSync('mkfifo', [file]), /is not a regular file\.$/],
    ['a link to a device', (file: string) => symlink('/dev/zero', file), /is not a regular file\.$/],
    ['huge', huge, /has 1099511627776 bytes; at most 67108864 are read\.$/],
  ])('reports that it is %s', async (_what, make, message) => {
    const file = path.join(await temporaryFolder(), 'thing.json')
    await make(file)
    expect(() => readJsonNow(file, z.object({}), options)).toThrow(message)
    await expect(readJson(file, z.object({}), options)).rejects.toMatchObject({
      code: 'thing.corrupt',
      exitStatus: 3,
      message: expect.stringMatching(message),
      hint: 'Correct it.',
      details: { file },
    })
  })
})

describe('isInside', () => {
  it.each([
    ['/a', '/a', true],
    ['/a', '/a/b', true],
    ['/a', '/ab', false],
    ['/a', '/', false],
    ['/a', '/a/..b', true],
    ['/a/b', '/a/c', false],
  ])('%s, %s: %s', (parent, child, expected) => {
    expect(isInside(parent, child)).toBe(expected)
  })
})
