import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import {
  compareFiles,
  FileList,
  fileListText,
  listFiles,
  type SeenFiles,
} from '../../../services/installer/src/store/file-list.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

async function program(): Promise<string> {
  const folder = await temporaryFolder()
  await mkdir(path.join(folder, 'bin'))
  await writeFile(path.join(folder, 'bin/greet'), 'hello')
  await chmod(path.join(folder, 'bin/greet'), 0o755)
  await writeFile(path.join(folder, '词'), '')
  await symlink('../elsewhere', path.join(folder, 'bin/link'))
  return folder
}

describe('listFiles', () => {
  it('lists size, digest, mode and links, sorted by path', async () => {
    const hello = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'
    const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
    expect((await listFiles(await program())).entries).toEqual([
      { path: 'bin/greet', size: 5, sha256: hello, executable: true },
      { path: 'bin/link', link: '../elsewhere' },
      { path: '词', size: 0, sha256: empty, executable: false },
    ])
  })

  it('gives the same bytes for the same files, and parses to the same list', async () => {
    const [one, two] = [await listFiles(await program()), await listFiles(await program())]
    expect(fileListText(one)).toBe(fileListText(two))
    expect(FileList.parse(JSON.parse(fileListText(one)))).toEqual(one)
  })

  it('hashes large files like small ones', async () => {
    const folder = await temporaryFolder()
    await writeFile(path.join(folder, 'large'), Buffer.alloc(5_000_000))
    const sha256 = 'b39781589c4403fb82174c9647a010464cff38bad976547d339899b00053a545'
    expect((await listFiles(folder)).entries).toMatchObject([{ size: 5_000_000, sha256 }])
  })

  it('does not read again what it has seen, unless that has changed or may have', async () => {
    const folder = await temporaryFolder()
    const write = (name: string, text: string): Promise<void> => writeFile(path.join(folder, name), text)
    const digests = async (): Promise<string[]> =>
      (await listFiles(folder, { seen })).entries.map((entry) => ('sha256' in entry ? entry.sha256 : ''))
    const seen: SeenFiles = new Map()
    await write('kept', 'one')
    await write('written', 'one')
    await setTimeout(150)
    await write('young', 'one')
    const [kept] = await digests()
    // A file that is as young as its digest may change again without a sign of it.
    expect([...seen.keys()].map((file) => path.basename(file))).toEqual(['kept', 'written'])
    for (const entry of seen.values()) entry.sha256 = 'of before'
    await write('written', 'two')
    expect(await digests()).toEqual(['of before', expect.stringMatching(/^3fc4/), kept])
  })

  it('omits caches of programs, and returns an empty list for a missing folder', async () => {
    const folder = await program()
    await mkdir(path.join(folder, 'node_modules/.cache/prettier'), { recursive: true })
    await writeFile(path.join(folder, 'node_modules/.cache/prettier/x'), '')
    expect((await listFiles(folder)).entries).toHaveLength(3)
    expect((await listFiles(path.join(folder, 'nowhere'))).entries).toEqual([])
  })
})

describe('compareFiles', () => {
  it('distinguishes missing, changed and extra files', async () => {
    const folder = await program()
    const before = await listFiles(folder)
    expect(compareFiles(before, before)).toEqual({ missing: [], changed: [], extra: [] })
    await rm(path.join(folder, '词'))
    await chmod(path.join(folder, 'bin/greet'), 0o644)
    await rm(path.join(folder, 'bin/link'))
    await symlink('/etc/passwd', path.join(folder, 'bin/link'))
    await writeFile(path.join(folder, 'more'), '')
    expect(compareFiles(before, await listFiles(folder))).toEqual({
      missing: ['词'],
      changed: ['bin/greet', 'bin/link'],
      extra: ['more'],
    })
  })
})
