import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { workspaceAt } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { hasPendingTransactions } from '../../../services/installer/src/workspace/pending-changes.ts'
import {
  commitChanges,
  prepareChanges,
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
  ])('%s is found before any change', async (_what, obstacle, name) => {
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

describe('a change that the system refuses halfway', () => {
  it('is rolled back completely', async () => {
    const root = await temporaryFolder()
    const workspace = workspaceAt(root)
    await writeFile(path.join(root, 'cli-apps.json'), 'old a')
    const change = await prepareChanges(workspace, 'install x', [
      { path: 'cli-apps.json', content: 'new a' },
      { path: 'skills/cli-app-x/SKILL.md', content: 'new b' },
      { path: 'cli-apps.lock', content: 'new c' },
    ])
    // Comes into the way after all was checked, so that the last rename fails.
    await mkdir(path.join(root, 'cli-apps.lock/in the way'), { recursive: true })
    await expect(change.carryOut()).rejects.toMatchObject({ path: path.join(root, 'cli-apps.lock') })
    expect(await read(root, 'cli-apps.json')).toBe('old a')
    expect((await readdir(root)).sort()).toEqual(['.cli-apps', 'cli-apps.json', 'cli-apps.lock'])
    expect(await hasPendingTransactions(workspace)).toBe(false)
  })

  it('is rolled back by the next command if the process was killed meanwhile', async () => {
    const root = await temporaryFolder()
    const workspace = workspaceAt(root)
    const staging = path.join(root, '.cli-apps/txn/1234')
    await mkdir(path.join(root, 'skills/cli-app-x'), { recursive: true })
    await mkdir(staging, { recursive: true })
    const changes = [
      { path: 'cli-apps.json', staged: '0', replaces: true },
      { path: 'skills/cli-app-x/SKILL.md', staged: '1', replaces: false },
      { path: 'cli-apps.lock', staged: '2', replaces: true },
    ]
    await writeFile(`${staging}.undo.json`, JSON.stringify({ txn: 1, command: 'install x', changes }))
    await writeFile(path.join(root, 'cli-apps.json'), 'new a')
    await writeFile(path.join(root, 'skills/cli-app-x/SKILL.md'), 'new b')
    await writeFile(path.join(root, 'cli-apps.lock'), 'old c')
    for (const [name, text] of Object.entries({ '0.old': 'old a', '2.old': 'old c', '2': 'new c' }))
      await writeFile(path.join(staging, name), text)
    expect(await recoverTransactions(workspace)).toEqual({ finished: [], dropped: 1 })
    expect((await readdir(root)).sort()).toEqual(['.cli-apps', 'cli-apps.json', 'cli-apps.lock'])
    expect([await read(root, 'cli-apps.json'), await read(root, 'cli-apps.lock')]).toEqual(['old a', 'old c'])
  })
})

describe('a change that waits for the removal of a program', () => {
  it.each([
    ['is dropped while the program is there', true, 'old'],
    ['is finished when the program is gone', false, 'new'],
  ])('%s', async (_what, isThere, expected) => {
    const root = await temporaryFolder()
    const workspace = workspaceAt(root)
    const program = path.join(root, 'program')
    await writeFile(path.join(root, 'cli-apps.json'), 'old')
    await writeFile(program, '')
    const change = { path: 'cli-apps.json', content: 'new' }
    await prepareChanges(workspace, 'uninstall x', [change], [program])
    if (!isThere) await rm(program)
    const recovered = await recoverTransactions(workspace)
    expect(recovered).toEqual(
      isThere ? { finished: [], dropped: 1 } : { finished: ['uninstall x'], dropped: 0 },
    )
    expect(await read(root, 'cli-apps.json')).toBe(expected)
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

  it('completes a committed change and reports its command', async () => {
    const root = await interrupted()
    expect(await recoverTransactions(workspaceAt(root))).toEqual({ finished: ['install x'], dropped: 0 })
    expect([await read(root, 'cli-apps.json'), await read(root, 'cli-apps.lock')]).toEqual(['new a', 'new b'])
    expect((await readdir(root)).sort()).toEqual(['.cli-apps', 'cli-apps.json', 'cli-apps.lock'])
  })

  it('completes a change that was killed between its renames', async () => {
    const root = await interrupted()
    await rm(path.join(root, '.cli-apps/txn/1234/0'))
    await writeFile(path.join(root, 'cli-apps.json'), 'new a')
    await recoverTransactions(workspaceAt(root))
    expect([await read(root, 'cli-apps.json'), await read(root, 'cli-apps.lock')]).toEqual(['new a', 'new b'])
  })

  it('discards a change that was killed before it was committed', async () => {
    const root = await interrupted()
    await rm(path.join(root, '.cli-apps/txn/1234.json'))
    expect(await recoverTransactions(workspaceAt(root))).toEqual({ finished: [], dropped: 1 })
    expect([await read(root, 'cli-apps.json'), await read(root, 'skills/cli-app-c/SKILL.md')]).toEqual([
      'old a',
      'old c',
    ])
    expect(await readdir(path.join(root, '.cli-apps/txn'))).toEqual([])
  })

  it.each([
    ['a path of somebody else', { path: 'd/authorized_keys', staged: '0' }],
    ["a file of an agent's own", { path: '.claude/settings.json', staged: '0' }],
    ['a way around to such a file', { path: '.claude/skills/cli-app-x/../../settings.json', staged: '0' }],
    ['a path out of the workspace', { path: 'skills/cli-app-x/../../../evil', staged: '0' }],
    ['a skill folder that moves up at its end', { path: 'skills/cli-app-x/..', staged: '0' }],
    ['a repository in a skill', { path: 'skills/cli-app-x/.git', staged: '0' }],
    [
      'settings of an editor in a skill',
      { path: '.claude/skills/cli-app-x/a/.VSCode/tasks.json', staged: '0' },
    ],
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

  it('moves no folder that a journal names as content', async () => {
    const root = await interrupted()
    const staged = path.join(root, '.cli-apps/txn/1234/9')
    await mkdir(path.join(staged, '.git'), { recursive: true })
    const text = JSON.stringify({ ...journal, changes: [{ path: 'skills/cli-app-x/inner', staged: '9' }] })
    await writeFile(path.join(root, '.cli-apps/txn/1234.json'), text)
    await expect(recoverTransactions(workspaceAt(root))).rejects.toMatchObject({ code: 'journal.corrupt' })
    expect(await readdir(path.join(root, 'skills'))).not.toContain('cli-app-x')
  })

  it('completes copies of skills in the folders of agents', async () => {
    const root = await interrupted()
    const copy = '.agents/skills/cli-app-c/references/commands.md'
    const text = JSON.stringify({ ...journal, changes: [{ path: copy, staged: '0' }] })
    await writeFile(path.join(root, '.cli-apps/txn/1234.json'), text)
    await recoverTransactions(workspaceAt(root))
    expect(await read(root, copy)).toBe('new a')
  })

  it('fails for a journal that it cannot read', async () => {
    const root = await interrupted()
    await writeFile(path.join(root, '.cli-apps/txn/1234.json'), '{')
    await expect(recoverTransactions(workspaceAt(root))).rejects.toMatchObject({ code: 'journal.corrupt' })
    expect(await read(root, 'cli-apps.json')).toBe('old a')
  })
})
