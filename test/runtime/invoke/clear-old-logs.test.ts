import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { clearOldLogs } from '../../../packages/runtime/src/invoke/clear-old-logs.ts'
import { openRunLog } from '../../../packages/runtime/src/invoke/run-log.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const logName = (day: number): string =>
  `202601${String(day).padStart(2, '0')}T000000Z-greet-0123456789abcdef.stdout.log`

async function folderWithLogs(days: number, text = 'x'): Promise<string> {
  const folder = await temporaryFolder()
  for (let day = 1; day <= days; day++) await writeFile(path.join(folder, logName(day)), text)
  await writeFile(path.join(folder, 'notes.txt'), 'mine')
  return folder
}

const week = 7 * 86_400_000
const dayOf = (day: number): number => Date.UTC(2026, 0, day)

describe('clearOldLogs', () => {
  it('removes what is older than its time, and never what is no log', async () => {
    const folder = await folderWithLogs(10)
    await clearOldLogs(folder, { ageMs: week, bytes: 1000 }, dayOf(10))
    const kept = Array.from({ length: 8 }, (_, index) => logName(index + 3))
    expect(await readdir(folder)).toEqual([...kept, 'notes.txt'])
  })

  it('keeps as much as fits, the newest first', async () => {
    const folder = await folderWithLogs(5, 'x'.repeat(10))
    await clearOldLogs(folder, { ageMs: week, bytes: 30 }, dayOf(5))
    expect(await readdir(folder)).toEqual([logName(3), logName(4), logName(5), 'notes.txt'])
  })

  it('is done when output is saved', async () => {
    const folder = await folderWithLogs(2)
    const log = openRunLog({ folder, file: 'greet.log', limit: 100 })
    log.write('hello')
    await log.save()
    expect(await readdir(folder)).toEqual(['greet.log', 'notes.txt'])
  })

  it('leaves another run alone that clears the same folder', async () => {
    await expect(clearOldLogs('/nowhere/at/all')).resolves.toBeUndefined()
  })
})
