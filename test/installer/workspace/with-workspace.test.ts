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
