import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { withinDiskBound } from '../../../services/installer/src/probe/disk-bound.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** Lasts until it is told to end. */
const untilFull = (signal: AbortSignal): Promise<string> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve('ended'), { once: true }))

describe('withinDiskBound', () => {
  it('returns the result', async () => {
    expect(await withinDiskBound(await temporaryFolder(), async () => 'done')).toBe('done')
  })

  it.each([
    ['bytes', { bytes: 1 << 20, entries: 1000 }],
    ['files', { bytes: 1 << 30, entries: 20 }],
  ])('ends a program that fills the disk with %s', async (_, bound) => {
    const folder = await temporaryFolder()
    await mkdir(path.join(folder, 'deep'))
    for (let count = 0; count < 30; count++)
      await writeFile(path.join(folder, 'deep', String(count)), Buffer.alloc(1 << 16, 1))
    await expect(withinDiskBound(folder, untilFull, bound)).rejects.toMatchObject({ code: 'probe.disk' })
  })

  it('rethrows errors', async () => {
    const failing = withinDiskBound(await temporaryFolder(), () => Promise.reject(new Error('no')))
    await expect(failing).rejects.toThrow('no')
  })
})
