import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { clearOldLogs } from '../../../packages/runtime/src/invoke/clear-old-logs.ts'
import { openRunLog } from '../../../packages/runtime/src/invoke/run-log.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const logName = (day: number): string => `202601${String(day).padStart(2, '0')}T000000Z-greet-0123abcd.log`

async function folderWithLogs(days: number, text = 'x'): Promise<string> {
  const folder = await temporaryFolder()
  for (let day = 1; day <= days; day++) await writeFile(path.join(folder, logName(day)), text)
  await writeFile(path.join(folder, 'notes.txt'), 'mine')
  return folder
}

describe('clearOldLogs', () => {
  it('keeps the newest logs, and what is no log', async () => {
    const folder = await folderWithLogs(5)
    await clearOldLogs(folder, { files: 2, bytes: 1000 })
    expect(await readdir(folder)).toEqual([logName(4), logName(5), 'notes.txt'])
  })

  it('keeps as much as fits', async () => {
    const folder = await folderWithLogs(5, 'x'.repeat(10))
    await clearOldLogs(folder, { files: 100, bytes: 30 })
    expect(await readdir(folder)).toEqual([logName(3), logName(4), logName(5), 'notes.txt'])
  })

  it('is done when a log is begun', async () => {
    const folder = await temporaryFolder()
    for (let number = 0; number < 201; number++) {
      await writeFile(path.join(folder, logName(1).replace('greet', `greet${1000 + number}`)), '')
    }
    const log = openRunLog({ folder, name: 'greet', limit: 100 })
    log.write('hello')
    await log.save()
    const names = await readdir(folder)
    expect(names).toHaveLength(201)
    expect(names.some((name) => name.includes('greet1000'))).toBe(false)
  })
})
