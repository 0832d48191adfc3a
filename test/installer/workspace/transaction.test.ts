import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { workspaceAt } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import {
  commitChanges,
  hasPendingTransactions,
  recoverTransactions,
} from '../../../services/installer/src/workspace/transaction.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const read = (folder: string, file: string): Promise<string> => readFile(path.join(folder, file), 'utf8')

describe('commitChanges', () => {
  it('writes and removes files together and leaves no trace', async () => {
    const root = await temporaryFolder()
    await mkdir(path.join(root, 'skills/old'), { recursive: true })
    await writeFile(path.join(root, 'skills/old/SKILL.md'), 'old')
    const workspace = workspaceAt(root)
    await commitChanges(workspace, 'install x', [
      { path: 'skills/new/SKILL.md', content: 'new' },
      { path: 'skills/old/SKILL.md', content: null },
    ])
    expect(await read(root, 'skills/new/SKILL.md')).toBe('new')
    expect(await readdir(path.join(root, 'skills'))).toEqual(['new'])
    expect(await hasPendingTransactions(workspace)).toBe(false)
  })

  it.each(['../evil', '/etc/evil', 'skills/../../evil', ''])(
    'refuses the path %j and changes nothing',
    async (name) => {
      const root = await temporaryFolder()
      const workspace = workspaceAt(root)
      const changes = [
        { path: 'a', content: 'x' },
        { path: name, content: 'y' },
      ]
      await expect(commitChanges(workspace, 'install x', changes)).rejects.toMatchObject({
        code: 'workspace.path-escape',
      })
      expect(await readdir(root)).toEqual(['.cli-apps'])
      expect(await hasPendingTransactions(workspace)).toBe(false)
    },
  )
})

describe('recoverTransactions', () => {
  const journal = {
    txn: 1,
    command: 'install x',
    changes: [
      { path: 'a', staged: '0' },
      { path: 'b', staged: '1' },
      { path: 'c', staged: null },
    ],
  }

  /** The folder as a command leaves it that was killed after its journal was written. */
  async function interrupted(): Promise<string> {
    const root = await temporaryFolder()
    const staging = path.join(root, '.cli-apps/txn/1234')
    await mkdir(staging, { recursive: true })
    await writeFile(path.join(staging, '0'), 'new a')
    await writeFile(path.join(staging, '1'), 'new b')
    await writeFile(`${staging}.json`, JSON.stringify(journal))
    await writeFile(path.join(root, 'a'), 'old a')
    await writeFile(path.join(root, 'c'), 'old c')
    return root
  }

  it('carries a decided change forward and says which command it was', async () => {
    const root = await interrupted()
    expect(await recoverTransactions(workspaceAt(root))).toEqual(['install x'])
    expect([await read(root, 'a'), await read(root, 'b')]).toEqual(['new a', 'new b'])
    expect((await readdir(root)).sort()).toEqual(['.cli-apps', 'a', 'b'])
  })

  it('finishes one that was killed half-way through its renames', async () => {
    const root = await interrupted()
    await rm(path.join(root, '.cli-apps/txn/1234/0'))
    await writeFile(path.join(root, 'a'), 'new a')
    await recoverTransactions(workspaceAt(root))
    expect([await read(root, 'a'), await read(root, 'b')]).toEqual(['new a', 'new b'])
  })

  it('forgets one that was killed before it was decided', async () => {
    const root = await interrupted()
    await rm(path.join(root, '.cli-apps/txn/1234.json'))
    expect(await recoverTransactions(workspaceAt(root))).toEqual([])
    expect([await read(root, 'a'), await read(root, 'c')]).toEqual(['old a', 'old c'])
    expect(await readdir(path.join(root, '.cli-apps/txn'))).toEqual([])
  })

  it('stops at a journal that it cannot read', async () => {
    const root = await interrupted()
    await writeFile(path.join(root, '.cli-apps/txn/1234.json'), '{')
    await expect(recoverTransactions(workspaceAt(root))).rejects.toMatchObject({ code: 'journal.corrupt' })
    expect(await read(root, 'a')).toBe('old a')
  })
})
