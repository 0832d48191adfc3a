import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { exists, markVariable, markWithin, newMark, temporaryName } from '@cli-apps/core/node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sweepHome } from '../../../services/installer/src/home/sweep-home.ts'
import { openWorkFolder, workFolders } from '../../../services/installer/src/home/work-folder.ts'
import { installerUser } from '../../support/installer-context.ts'
import { processesWith } from '../../support/processes-with.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** A name such as a process gave that is gone now. */
function abandonedName(file: string): string {
  const { pid } = spawnSync(process.execPath, ['--version'])
  return temporaryName(file).replace(`.${process.pid}.`, `.${pid}.`)
}

/** A process outside of every group and folder that anybody noted. */
async function daemon(mark: string): Promise<void> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    env: { [markVariable]: markWithin(mark, 1) },
    cwd: '/',
    detached: true,
    stdio: 'ignore',
  })
  await once(child, 'spawn')
  onTestFinished(() => void child.kill('SIGKILL'))
}

describe.skipIf(process.platform !== 'linux')('sweepHome', () => {
  it('ends what a killed command was probing, including daemons, and removes its folder', async () => {
    const { context, notices } = await installerUser({})
    const { config, output } = await context()
    const mark = newMark()
    const folder = path.join(await temporaryFolder(), 'tried')
    await mkdir(folder)
    await daemon(mark)
    const work = abandonedName(path.join(workFolders(config.home), 'work'))
    await mkdir(work, { recursive: true })
    await writeFile(path.join(work, '0.json'), JSON.stringify({ mark }))
    await writeFile(path.join(work, '1.json'), JSON.stringify({ folder }))
    expect(await processesWith(mark)).toHaveLength(1)
    await sweepHome({ config, output })
    expect(await processesWith(mark)).toEqual([])
    expect([await exists(folder), await exists(work)]).toEqual([false, false])
    expect(notices).toHaveLength(1)
  })

  it('ignores what a live command is probing', async () => {
    const { context, notices } = await installerUser({})
    const { config, output } = await context()
    const mark = newMark()
    await daemon(mark)
    await using work = openWorkFolder(config.home)
    await work.noteMark(mark)
    await sweepHome({ config, output })
    expect(await processesWith(mark)).toHaveLength(1)
    expect(notices).toEqual([])
  })
})
