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
    await mkdir(path.join(root, 'skills/cli-app-old'), { recursive: true })
    await writeFile(path.join(root, 'skills/cli-app-old/SKILL.md'), 'old')
    const workspace = workspaceAt(root)
    await commitChanges(workspace, 'install x', [
      { path: 'skills/cli-app-new/SKILL.md', content: 'new' },
      { path: 'skills/cli-app-old/SKILL.md', content: null },
    ])
    expect(await read(root, 'skills/cli-app-new/SKILL.md')).toBe('new')
    expect(await readdir(path.join(root, 'skills'))).toEqual(['cli-app-new'])
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

describe('an obstacle', () => {
  it.each([
    ['a file where a folder belongs', 'skills', 'skills/cli-app-x/SKILL.md'],
    ['a folder where a file belongs', 'cli-apps.lock/x', 'cli-apps.lock'],
  ])('%s is found before anything is decided', async (_what, obstacle, name) => {
    const root = await temporaryFolder()
    await mkdir(path.dirname(path.join(root, obstacle)), { recursive: true })
    await writeFile(path.join(root, obstacle), '')
    const workspace = workspaceAt(root)
    await expect(commitChanges(workspace, 'install x', [{ path: name, content: 'x' }])).rejects.toMatchObject(
      {
        code: 'workspace.in-the-way',
      },
    )
    expect(await hasPendingTransactions(workspace)).toBe(false)
  })
})

describe('recoverTransactions', () => {
  const journal = {
    txn: 1,
    command: 'install x',
    changes: [
      { path: 'cli-apps.json', staged: '0' },
      { path: 'cli-apps.lock', staged: '1' },
      { path: 'skills/cli-app-c/SKILL.md', staged: null },
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
    await writeFile(path.join(root, 'cli-apps.json'), 'old a')
    await mkdir(path.join(root, 'skills/cli-app-c'), { recursive: true })
    await writeFile(path.join(root, 'skills/cli-app-c/SKILL.md'), 'old c')
    return root
  }

  it('carries a decided change forward and says which command it was', async () => {
    const root = await interrupted()
    expect(await recoverTransactions(workspaceAt(root))).toEqual(['install x'])
    expect([await read(root, 'cli-apps.json'), await read(root, 'cli-apps.lock')]).toEqual(['new a', 'new b'])
    expect((await readdir(root)).sort()).toEqual(['.cli-apps', 'cli-apps.json', 'cli-apps.lock'])
  })

  it('finishes one that was killed half-way through its renames', async () => {
    const root = await interrupted()
    await rm(path.join(root, '.cli-apps/txn/1234/0'))
    await writeFile(path.join(root, 'cli-apps.json'), 'new a')
    await recoverTransactions(workspaceAt(root))
    expect([await read(root, 'cli-apps.json'), await read(root, 'cli-apps.lock')]).toEqual(['new a', 'new b'])
  })

  it('forgets one that was killed before it was decided', async () => {
    const root = await interrupted()
    await rm(path.join(root, '.cli-apps/txn/1234.json'))
    expect(await recoverTransactions(workspaceAt(root))).toEqual([])
    expect([await read(root, 'cli-apps.json'), await read(root, 'skills/cli-app-c/SKILL.md')]).toEqual([
      'old a',
      'old c',
    ])
    expect(await readdir(path.join(root, '.cli-apps/txn'))).toEqual([])
  })

  it.each([
    ['a path of somebody else', { path: 'd/authorized_keys', staged: '0' }],
    ['a path out of the workspace', { path: 'skills/cli-app-x/../../../evil', staged: '0' }],
    ['a staged file from elsewhere', { path: 'cli-apps.json', staged: '../../../secret' }],
  ])('refuses a journal with %s', async (_what, change) => {
    const root = await interrupted()
    const text = JSON.stringify({ ...journal, changes: [change] })
    await writeFile(path.join(root, '.cli-apps/txn/1234.json'), text)
    await expect(recoverTransactions(workspaceAt(root))).rejects.toMatchObject({
      exitStatus: expect.toBeOneOf([3, 8]),
    })
    expect(await read(root, 'cli-apps.json')).toBe('old a')
  })

  it('stops at a journal that it cannot read', async () => {
    const root = await interrupted()
    await writeFile(path.join(root, '.cli-apps/txn/1234.json'), '{')
    await expect(recoverTransactions(workspaceAt(root))).rejects.toMatchObject({ code: 'journal.corrupt' })
    expect(await read(root, 'cli-apps.json')).toBe('old a')
  })
})
