import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readTrialLog, writeTrialLog } from '../../../scripts/catalog/trial-log.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { entryWith, trialOf } from './entries.ts'

describe('the log of trials', () => {
  it('is empty before the first, and gives back what was kept, by name and one a line', async () => {
    const file = path.join(await temporaryFolder(), 'log.json')
    expect(await readTrialLog(file)).toEqual({ run: null, trials: [] })
    const trials = [trialOf(entryWith({ name: 'hail' })), trialOf(entryWith())]
    await writeTrialLog({ run: null, trials }, file)
    expect((await readTrialLog(file)).trials.map(({ name }) => name)).toEqual(['greet', 'hail'])
    expect(
      (await readFile(file, 'utf8')).split('\n').filter((line) => line.startsWith('    {')),
    ).toHaveLength(2)
  })

  it('is never taken for empty where it is damaged', async () => {
    const file = path.join(await temporaryFolder(), 'log.json')
    await writeFile(file, '{"run": null, "trials": [{}]}')
    await expect(readTrialLog(file)).rejects.toMatchObject({ code: 'catalog.damaged-log' })
    await writeFile(file, '{"run"')
    await expect(readTrialLog(file)).rejects.toMatchObject({ code: 'json.syntax' })
  })
})
