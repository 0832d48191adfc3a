import { execFileSync } from 'node:child_process'
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSkillFolder } from '../../../services/installer/src/skill/read-skill-folder.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

async function folderOf(files: Record<string, string | Uint8Array>): Promise<string> {
  const folder = await temporaryFolder()
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
    await writeFile(path.join(folder, name), content)
  }
  return folder
}

const kindsIn = async (folder: string): Promise<Record<string, string>> =>
  Object.fromEntries((await readSkillFolder(folder)).files.map(({ path: file, kind }) => [file, kind]))

describe('an untrusted folder', () => {
  it('is read by path, with the content of text files and the size of every file', async () => {
    const folder = await folderOf({
      'SKILL.md': '你好',
      'references/b.md': 'b',
      'a.bin': new Uint8Array([1, 0, 2]),
      'latin.md': new Uint8Array([0x63, 0x61, 0x66, 0xe9]),
    })
    expect(await readSkillFolder(folder)).toEqual({
      unread: 0,
      files: [
        { path: 'SKILL.md', size: 6, kind: 'text', text: '你好' },
        { path: 'a.bin', size: 3, kind: 'binary' },
        { path: 'latin.md', size: 4, kind: 'not-utf8' },
        { path: 'references/b.md', size: 1, kind: 'text', text: 'b' },
      ],
    })
  })

  it('has links that are reported and never followed', async () => {
    const outside = await folderOf({ secret: 'hush' })
    const folder = await folderOf({ 'SKILL.md': 'x' })
    const links = {
      inside: 'SKILL.md',
      outside: path.join(outside, 'secret'),
      up: path.relative(folder, outside),
      nothing: 'missing',
      round: 'round',
    }
    for (const [name, target] of Object.entries(links)) await symlink(target, path.join(folder, name))
    expect(await kindsIn(folder)).toEqual({
      'SKILL.md': 'text',
      inside: 'link',
      outside: 'link-outside',
      up: 'link-outside',
      nothing: 'link-broken',
      round: 'link-broken',
    })
    expect(JSON.stringify(await readSkillFolder(folder))).not.toContain('hush')
  })

  it.skipIf(process.platform === 'win32')('has pipes that do not block', async () => {
    const folder = await folderOf({ 'SKILL.md': 'x' })
    execFileSync('mkfifo', [path.join(folder, 'pipe')])
    expect(await kindsIn(folder)).toEqual({ 'SKILL.md': 'text', pipe: 'special' })
  })

  it('has files that are too large, each or in total', async () => {
    const folder = await folderOf({ 'SKILL.md': 'x', 'large.md': '' })
    await truncate(path.join(folder, 'large.md'), 512_001)
    for (let at = 10; at < 28; at++) await writeFile(path.join(folder, `part-${at}`), 'x'.repeat(500_000))
    const kinds = Object.values(await kindsIn(folder))
    expect((await kindsIn(folder))['large.md']).toBe('too-large')
    // 8 MB hold the first fifteen parts.
    expect(kinds.filter((kind) => kind === 'too-large')).toHaveLength(1 + 3)
  })

  it('has more or deeper files than the limits', async () => {
    const many = await temporaryFolder()
    await Promise.all(Array.from({ length: 1_003 }, (_, at) => writeFile(path.join(many, `f${at}`), '')))
    const read = await readSkillFolder(many)
    expect([read.files.length, read.unread]).toEqual([1_000, 3])
    const deep = Array.from({ length: 14 }, () => 'd').join('/')
    expect(await readSkillFolder(await folderOf({ [`${deep}/x`]: '' }))).toEqual({ files: [], unread: 1 })
  })

  it('has git history and installed packages, which are not part of the skill', async () => {
    const folder = await folderOf({ 'SKILL.md': 'x', '.git/HEAD': 'x', 'node_modules/a/SKILL.md': 'x' })
    expect(await kindsIn(folder)).toEqual({ 'SKILL.md': 'text' })
  })
})
