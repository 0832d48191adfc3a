import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readPlatform } from '@cli-apps/core/node'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'cli-apps-platform-'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true, force: true })
})

async function platformWith(head: string): Promise<string> {
  const node = path.join(folder, 'node')
  await writeFile(node, head)
  vi.spyOn(process, 'execPath', 'get').mockReturnValue(node)
  return readPlatform()
}

describe.runIf(process.platform === 'linux')('the platform on Linux', () => {
  it.each([
    ['/lib64/ld-linux-x86-64.so.2', ''],
    ['/lib/ld-linux-aarch64.so.1', ''],
    ['/lib/ld-musl-x86_64.so.1', '-musl'],
  ])('is that of the loader that Node names: %s', async (loader, libc) => {
    expect(await platformWith(`\x7fELF\0\0${loader}\0`)).toBe(`linux-${process.arch}${libc}`)
  })

  it('comes from the report of Node where its file names no loader', async () => {
    const getReport = vi.spyOn(process.report, 'getReport')
    getReport.mockReturnValue({ header: {} })
    expect(await platformWith('no program')).toBe(`linux-${process.arch}-musl`)
    getReport.mockReturnValue({ header: { glibcVersionRuntime: '2.36' } })
    expect(await platformWith('no program')).toBe(`linux-${process.arch}`)
  })
})
