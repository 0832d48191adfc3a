import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { lockHolder, workspaceAt } from '@cli-apps/core/node'
import { expect, it } from 'vitest'
import { withWorkspaceLock } from '../../../services/installer/src/workspace/with-workspace.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

it('holds the lock until the change is done', async () => {
  const workspace = workspaceAt(await temporaryFolder())
  const options = { signal: new AbortController().signal, notice: () => {} }
  const holder = await withWorkspaceLock(workspace, options, async () => {
    await sleep(20)
    return lockHolder(workspace.state, 'lock')
  })
  expect(holder).toEqual({ pid: process.pid })
  expect(await lockHolder(workspace.state, 'lock')).toBeUndefined()
})

it.each(['.cli-apps', '.cli-apps/txn'])(
  'removes nothing where %s of a cloned workspace leads',
  async (link) => {
    const elsewhere = await temporaryFolder()
    await mkdir(path.join(elsewhere, 'txn', 'precious'), { recursive: true })
    const workspace = workspaceAt(await temporaryFolder())
    const place = path.join(workspace.root, link)
    await mkdir(path.dirname(place), { recursive: true })
    await symlink(elsewhere, place)
    const options = { signal: new AbortController().signal, notice: () => {} }
    await expect(withWorkspaceLock(workspace, options, async () => {})).rejects.toMatchObject({
      code: 'workspace.path-escape',
    })
    expect(await readdir(elsewhere, { recursive: true })).toEqual(['txn', path.join('txn', 'precious')])
  },
)

it('reads no staged contents through a link of a cloned workspace', async () => {
  const elsewhere = await temporaryFolder()
  await writeFile(path.join(elsewhere, '0'), 'precious')
  const workspace = workspaceAt(await temporaryFolder())
  await mkdir(workspace.journal, { recursive: true })
  await symlink(elsewhere, path.join(workspace.journal, 'aa'))
  const journal = { txn: 1, command: 'install', changes: [{ path: 'cli-apps.json', staged: '0' }] }
  await writeFile(path.join(workspace.journal, 'aa.json'), JSON.stringify(journal))
  const options = { signal: new AbortController().signal, notice: () => {} }
  await withWorkspaceLock(workspace, options, async () => {})
  expect(await readdir(elsewhere)).toEqual(['0'])
  expect(await readdir(workspace.journal)).toEqual([])
})
