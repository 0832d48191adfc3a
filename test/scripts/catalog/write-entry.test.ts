import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type AppManifest, CommandNode, parseManifest } from '@cli-apps/core'
import { describe, expect, it } from 'vitest'
import { maxTreeCharacters } from '../../../scripts/catalog/bound-tree.ts'
import { readEntry } from '../../../scripts/catalog/entries.ts'
import { writeEntry } from '../../../scripts/catalog/write-entry.ts'
import { exampleManifestJson } from '../../support/example-manifest.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const files = `sha256:${'1'.repeat(64)}` as const
const before = parseManifest(
  exampleManifestJson({ commands_version: '0.1', commands_read_from: [`sha256:${'2'.repeat(64)}`] }),
)
const treeWith = (fields: Record<string, unknown>): CommandNode =>
  CommandNode.parse({ name: 'greet', ...fields })

interface Written {
  manifest: AppManifest
  tree: CommandNode | undefined
  isWhole: boolean
}

async function written(
  tree: CommandNode,
  of: typeof files | undefined,
  version: string | null = before.version,
): Promise<Written> {
  const folder = await temporaryFolder()
  const isWhole = await writeEntry(before, { tree, version, files: of }, folder)
  const file = path.join(folder, 'greet.json')
  expect(await readFile(file, 'utf8')).toMatch(/^\{\n {2}"manifest": 1/)
  const { manifest, tree: read } = await readEntry(file)
  return { manifest, tree: read, isWhole }
}

const whole = treeWith({ examples: ['greet Ann'], options: [{ long: ['--loud'], hidden: true }] })

describe('the command tree of an entry', () => {
  it('is written as it was read, with the digest of its files', async () => {
    const { manifest, tree, isWhole } = await written(whole, files)
    expect([tree, isWhole, manifest.commands_read_from]).toEqual([whole, true, [files]])
  })

  it.each([
    ['another than that of the entry', '0.9.1', '0.9.1'],
    ['that of the entry', before.version, undefined],
    ['not known', null, undefined],
  ])('comes with its version if that is %s', async (_, version, stated) => {
    const { manifest } = await written(whole, files, version)
    expect(manifest.commands_version).toBe(stated)
  })

  it.each([
    ['of a program of the system', whole, undefined],
    ['that was cut by a limit', treeWith({ warnings: ['Time was up after 3 commands.'] }), files],
    ['of which a command did not answer', treeWith({ warnings: ['greet x did not answer in time.'] }), files],
    ['that is too large', treeWith({ examples: ['x'.repeat(maxTreeCharacters)] }), files],
  ])('names no files if it is one %s', async (_, tree, of) => {
    const { manifest, isWhole } = await written(tree, of)
    expect(isWhole).toBe(false)
    expect(manifest.commands).toHaveProperty('greet')
    expect(manifest).not.toHaveProperty('commands_read_from')
  })
})
