import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readVerificationLog, writeVerificationLog } from '../../../scripts/catalog/verification-log.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { entryWith, verificationOf } from './entries.ts'

describe('the log of verification runs', () => {
  it('is empty before the first, and gives back what was kept, by name and one a line', async () => {
    const file = path.join(await temporaryFolder(), 'log.json')
    expect(await readVerificationLog(file)).toEqual({ run: null, verifications: [] })
    const verifications = [verificationOf(entryWith({ name: 'hail' })), verificationOf(entryWith())]
    await writeVerificationLog({ run: null, verifications }, file)
    expect((await readVerificationLog(file)).verifications.map(({ name }) => name)).toEqual(['greet', 'hail'])
    expect(
      (await readFile(file, 'utf8')).split('\n').filter((line) => line.startsWith('    {')),
    ).toHaveLength(2)
  })

  it('reads logs with the keys of older versions', async () => {
    const file = path.join(await temporaryFolder(), 'log.json')
    const run = { date: '2026-01-02', host: 'Debian 12', jobs: 2, seconds: 610 }
    const trials = [verificationOf(entryWith())]
    await writeFile(file, JSON.stringify({ run: { ...run, sittings: 3 }, trials }))
    expect(await readVerificationLog(file)).toEqual({ run: { ...run, runs: 3 }, verifications: trials })
  })

  it('is never taken for empty where it is damaged', async () => {
    const file = path.join(await temporaryFolder(), 'log.json')
    await writeFile(file, '{"run": null, "verifications": [{}]}')
    await expect(readVerificationLog(file)).rejects.toMatchObject({ code: 'catalog.damaged-log' })
    await writeFile(file, '{"run"')
    await expect(readVerificationLog(file)).rejects.toMatchObject({ code: 'json.syntax' })
  })
})
