import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import {
  identify,
  isAlive,
  killMarkedProcesses,
  killProcessesIn,
  markVariable,
  markWithin,
  newMark,
  type ProcessIdentity,
} from '@cli-apps/core/node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** A process that left its group and its parent, and the environment of the one that started it. */
async function daemon(env: Record<string, string>, cwd = '/'): Promise<ProcessIdentity> {
  const note = path.join(await temporaryFolder(), 'pid')
  const script = `
    const { spawn } = require('node:child_process')
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' })
    require('node:fs').writeFileSync(${JSON.stringify(note)}, String(child.pid))
    child.unref()`
  await once(spawn(process.execPath, ['-e', script], { env, cwd, stdio: 'ignore', detached: true }), 'exit')
  const identity = await identify(Number(await readFile(note, 'utf8')))
  onTestFinished(async () => {
    if (await isAlive(identity)) process.kill(identity.pid, 'SIGKILL')
  })
  expect(await isAlive(identity)).toBe(true)
  return identity
}

describe.skipIf(process.platform !== 'linux')('killMarkedProcesses', () => {
  it('ends processes with the mark, including daemons, and nothing else', async () => {
    const mark = newMark()
    const [ours, other, none] = await Promise.all([
      daemon({ [markVariable]: mark }),
      daemon({ [markVariable]: newMark() }),
      daemon({}),
    ])
    await killMarkedProcesses(mark)
    expect(await Promise.all([ours, other, none].map(isAlive))).toEqual([false, true, true])
  })

  it('distinguishes the runs of one mark', async () => {
    const mark = newMark()
    const [first, tenth] = await Promise.all([
      daemon({ [markVariable]: markWithin(mark, 1) }),
      daemon({ [markVariable]: markWithin(mark, 10) }),
    ])
    await killMarkedProcesses(markWithin(mark, 1))
    expect(await Promise.all([first, tenth].map(isAlive))).toEqual([false, true])
    await killMarkedProcesses(mark)
    expect(await isAlive(tenth)).toBe(false)
  })

  it('ends processes that start another one when they are killed', async () => {
    const mark = newMark()
    const note = path.join(await temporaryFolder(), 'pids')
    const guard = `
      const { spawn } = require('node:child_process')
      const { appendFileSync } = require('node:fs')
      const start = () => {
        appendFileSync(${JSON.stringify(note)}, process.pid + '\\n')
        spawn(process.execPath, ['-e', process.env.SELF], { detached: true, stdio: 'ignore' }).on('exit', start)
      }
      process.argv[1] === 'last' ? setInterval(() => {}, 1000) : start()`
    const last =
      "require('node:fs').appendFileSync(process.env.NOTE, process.pid + '\\n'); setInterval(() => {}, 1000)"
    const env = { [markVariable]: mark, SELF: last, NOTE: note }
    const child = spawn(process.execPath, ['-e', guard], { env, stdio: 'ignore', detached: true })
    await expect.poll(() => pidsIn(note), { timeout: 20_000 }).toHaveLength(2)
    await killMarkedProcesses(mark)
    const alive = await Promise.all((await pidsIn(note)).map(async (pid) => isAlive(await identify(pid))))
    expect(alive.filter(Boolean)).toEqual([])
    expect(child.pid).toBeDefined()
  })
})

describe.skipIf(process.platform !== 'linux')('killProcessesIn', () => {
  it('ends processes that work in the folder or below it, and no others', async () => {
    const folder = await temporaryFolder()
    const [inside, beside] = [path.join(folder, 'a', 'b'), path.join(folder, 'ab')]
    await Promise.all([inside, beside].map((made) => mkdir(made, { recursive: true })))
    const [ours, other] = await Promise.all([daemon({}, inside), daemon({}, beside)])
    await killProcessesIn(path.join(folder, 'a'))
    expect(await Promise.all([ours, other].map(isAlive))).toEqual([false, true])
  })
})

const pidsIn = async (file: string): Promise<number[]> =>
  (await readFile(file, 'utf8').catch(() => '')).split('\n').filter(Boolean).map(Number)
