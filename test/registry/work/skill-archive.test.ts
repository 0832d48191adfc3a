import { createHash } from 'node:crypto'
import { strFromU8, unzipSync } from 'fflate'
import { afterEach, expect, test } from 'vitest'
import { archivedFiles, fingerprintOf, zipSkill } from '../../../services/registry/src/work/skill-archive.ts'

const texts = { 'references/a.md': '# A\n', 'SKILL.md': '---\nname: x\n---\nné\n' }
const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

test('a zip has the same bytes in every time zone and for any order of the files', () => {
  process.env.TZ = 'UTC'
  const digest = createHash('sha256')
    .update(zipSkill(archivedFiles(texts)))
    .digest('hex')
  // Fixed, so that no library update makes every client reinstall every skill.
  expect(digest).toBe('f5866a225b8f5cec1b0d8411d916ddafd233ddcc5dc5e50a5b3fe89831b045bd')
  process.env.TZ = 'Pacific/Kiritimati'
  const reversed = Object.fromEntries(Object.entries(texts).reverse())
  expect(
    createHash('sha256')
      .update(zipSkill(archivedFiles(reversed)))
      .digest('hex'),
  ).toBe(digest)
})

test('a zip has SKILL.md at its root, first, and unchanged files', () => {
  const entries = unzipSync(zipSkill(archivedFiles(texts)))
  expect(Object.keys(entries)).toEqual(['SKILL.md', 'references/a.md'])
  expect(
    Object.fromEntries(Object.entries(entries).map(([path, bytes]) => [path, strFromU8(bytes)])),
  ).toEqual(texts)
})

test("a fingerprint is the sha256 of path and digest, one line per file in the client's order", () => {
  const sha = (text: string): string => createHash('sha256').update(text).digest('hex')
  const lines = `references/a.md:${sha(texts['references/a.md'])}\nSKILL.md:${sha(texts['SKILL.md'])}`
  expect(fingerprintOf(archivedFiles(texts))).toBe(sha(lines))
})
