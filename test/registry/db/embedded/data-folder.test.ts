import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { claimDataFolder } from '../../../../services/registry/src/db/embedded/data-folder.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

test('a new folder, an empty one and one of ours are accepted, one holder at a time', async () => {
  const folder = path.join(await temporaryFolder(), 'new', 'data')
  for (const _ of ['new', 'ours']) {
    const lock = await claimDataFolder(folder)
    await expect(claimDataFolder(folder)).rejects.toMatchObject({
      code: 'lock.held',
      details: { pid: process.pid },
    })
    await lock.release()
  }
})

test('a folder with other contents is not touched', async () => {
  const folder = await temporaryFolder()
  await writeFile(path.join(folder, 'thesis.txt'), 'mine')
  await expect(claimDataFolder(folder)).rejects.toMatchObject({ code: 'data.not-ours', exitStatus: 3 })
})

test('a file, or a folder below a file, is not a valid data folder', async () => {
  const file = path.join(await temporaryFolder(), 'file')
  await writeFile(file, '')
  for (const folder of [file, path.join(file, 'below')])
    await expect(claimDataFolder(folder)).rejects.toMatchObject({ code: 'data.not-a-folder' })
})

test('a damaged marker is not treated as a missing one', async () => {
  const folder = await temporaryFolder()
  await writeFile(path.join(folder, 'registry.json'), '{"registry_data": 2}')
  await expect(claimDataFolder(folder)).rejects.toMatchObject({ code: 'data.corrupt' })
})

test('a start that was interrupted before writing the marker leaves a usable folder', async () => {
  const folder = await temporaryFolder()
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'registry.json.1.ab.tmp'), '')
  await writeFile(path.join(folder, '.lock.abc'), '')
  await (await claimDataFolder(folder)).release()
})

test.runIf(process.platform === 'linux')('a read-only folder is reported as such', async () => {
  await expect(claimDataFolder('/sys/kernel/registry')).rejects.toMatchObject({
    code: 'data.not-writable',
    exitStatus: 6,
  })
})
