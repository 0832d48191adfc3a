import { mkdir, open, rename, symlink, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { programDigest } from '../../../services/installer/src/inspect/program-digest.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const store = path.resolve('/no/store')

async function folderWith(files: Record<string, string>): Promise<string> {
  const folder = await temporaryFolder()
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
    await writeFile(path.join(folder, name), content)
  }
  return folder
}

describe('programDigest', () => {
  it('is the same for the same bytes, whatever their date, and differs for others', async () => {
    const file = path.join(await folderWith({ tool: 'one' }), 'tool')
    const digest = await programDigest([file], store)
    await utimes(file, 1, 1)
    expect(await programDigest([file], store)).toBe(digest)
    await writeFile(file, 'two')
    expect(await programDigest([file], store)).not.toBe(digest)
  })

  it('covers the words before the program, and the files that links lead to', async () => {
    const folder = await folderWith({ a: 'one', b: 'two' })
    const tool = path.join(folder, 'tool')
    await symlink('a', tool)
    const digest = await programDigest([tool], store)
    expect(await programDigest(['-x', tool], store)).not.toBe(digest)
    await symlink('b', path.join(folder, 'next'))
    await rename(path.join(folder, 'next'), tool)
    expect(await programDigest([tool], store)).not.toBe(digest)
  })

  it.each([
    ['its package', 'package.json', '{"version":"1"}', '{"version":"2"}'],
    ['its environment', 'pyvenv.cfg', 'version = 1', 'version = 2'],
  ])('changes for a script with the version of %s', async (_, name, one, two) => {
    const folder = await folderWith({ 'bin/tool': '#!/bin/sh\n', [name]: one })
    const argv = [path.join(folder, 'bin', 'tool')]
    const digest = await programDigest(argv, store)
    await writeFile(path.join(folder, name), two)
    expect(await programDigest(argv, store)).not.toBe(digest)
  })

  it('changes for a script with the libraries next to it', async () => {
    const packages = path.join('lib', 'python3.12', 'site-packages')
    const folder = await folderWith({ 'bin/tool': '#!/bin/sh\n', [path.join(packages, 'a-1.dist-info')]: '' })
    const argv = [path.join(folder, 'bin', 'tool')]
    const digest = await programDigest(argv, store)
    await rename(path.join(folder, packages, 'a-1.dist-info'), path.join(folder, packages, 'a-2.dist-info'))
    expect(await programDigest(argv, store)).not.toBe(digest)
  })

  it('changes with a byte in the middle of a large file', async () => {
    const file = path.join(await folderWith({ tool: 'x'.repeat(9_000_000) }), 'tool')
    const digest = await programDigest([file], store)
    expect(await programDigest([file], store)).toBe(digest)
    const handle = await open(file, 'r+')
    await handle.write('y', 4_000_000)
    await handle.close()
    expect(await programDigest([file], store)).not.toBe(digest)
  })

  it('changes when a stored program is rebuilt', async () => {
    const folder = await folderWith({ tool: 'one' })
    const file = path.join(folder, 'tool')
    const digest = await programDigest([file], folder)
    expect(await programDigest([file], folder)).toBe(digest)
    await writeFile(path.join(folder, 'new'), 'two!')
    await rename(path.join(folder, 'new'), file)
    expect(await programDigest([file], folder)).not.toBe(digest)
  })
})
