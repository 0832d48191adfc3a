import { acquireLock, workspaceAt } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { readSteadily } from '../../../services/installer/src/workspace/read-steadily.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const { signal } = new AbortController()
const lockOf = (state: string) => acquireLock(state, 'lock', { wait: 0, what: 'the workspace' })

describe('readSteadily', () => {
  it('reads again after an error while another process changes the workspace', async () => {
    const workspace = workspaceAt(await temporaryFolder())
    const lock = await lockOf(workspace.state)
    let reads = 0
    const read = async (): Promise<string> => {
      reads += 1
      if (reads > 1) return 'whole'
      await lock.release()
      throw new Error('half')
    }
    expect(await readSteadily(workspace, read, { signal })).toBe('whole')
  })

  it('reads again if a change began and ended meanwhile', async () => {
    const workspace = workspaceAt(await temporaryFolder())
    let reads = 0
    const read = async (): Promise<number> => {
      reads += 1
      if (reads === 1) await (await lockOf(workspace.state)).release()
      return reads
    }
    expect(await readSteadily(workspace, read, { signal, isDoubtful: (count) => count === 1 })).toBe(2)
  })

  it('throws immediately if nobody changes anything', async () => {
    const workspace = workspaceAt(await temporaryFolder())
    let reads = 0
    const read = async (): Promise<never> => {
      reads += 1
      throw new Error('damaged')
    }
    await expect(readSteadily(workspace, read, { signal })).rejects.toThrow('damaged')
    expect(reads).toBe(1)
  })

  it('gives up if each attempt fails during another change', async () => {
    const workspace = workspaceAt(await temporaryFolder())
    const read = async (): Promise<never> => {
      await (await lockOf(workspace.state)).release()
      throw new Error('damaged')
    }
    await expect(readSteadily(workspace, read, { signal })).rejects.toThrow('damaged')
  })
})
