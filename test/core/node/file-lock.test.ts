import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm, rmdir, symlink, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { acquireLock, lockHolder } from '@cli-apps/core/node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const holder = fileURLToPath(new URL('../../fixtures/lock-holder.ts', import.meta.url))
const options = { wait: 0, what: 'The thing' }

/** Another process that takes the lock, says so and keeps it. */
async function holdElsewhere(folder: string) {
  const child = fork(holder, [folder], { execArgv: ['--conditions=@cli-apps/source', '--import', 'tsx'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [said] = (await once(child, 'message')) as [string]
  expect(said).toBe('held')
  return child
}

describe('acquireLock', () => {
  it('has one holder at a time, and passes to the next after release', async () => {
    const folder = await temporaryFolder()
    const lock = await acquireLock(folder, 'x', options)
    await lock.annotate('of this run')
    expect(await lockHolder(folder, 'x')).toEqual({ pid: process.pid, note: 'of this run' })
    await expect(acquireLock(folder, 'x', options)).rejects.toMatchObject({
      code: 'lock.held',
      details: { pid: process.pid, note: 'of this run' },
    })
    await lock.release()
    expect(await lockHolder(folder, 'x')).toBeUndefined()
    await (await acquireLock(folder, 'x', options)).release()
  })

  it('is free after its release even if the note is not ASCII, as a folder in it may be', async () => {
    const folder = await temporaryFolder()
    const lock = await acquireLock(folder, 'x', options)
    await lock.annotate('/home/测试/données.sock')
    await lock.release()
    expect(await lockHolder(folder, 'x')).toBeUndefined()
    await (await acquireLock(folder, 'x', options)).release()
  })

  it('is refused if its file was emptied or replaced, because its holder may still be running', async () => {
    const folder = await temporaryFolder()
    const lock = await acquireLock(folder, 'x', options)
    const file = path.join(folder, 'x.1')
    await writeFile(file, '')
    const refused = acquireLock(folder, 'x', { ...options, wait: 60_000 })
    await expect(refused).rejects.toMatchObject({ code: 'lock.damaged', details: { file } })
    await rm(file)
    await mkdir(file)
    await expect(acquireLock(folder, 'x', options)).rejects.toMatchObject({ code: 'lock.damaged' })
    await rmdir(file)
    await symlink('x.1', file)
    await expect(acquireLock(folder, 'x', options)).rejects.toMatchObject({ code: 'file.link-loop' })
    await rm(file)
    await lock.release()
  })

  it('is free if its file was damaged before the machine started', async () => {
    const folder = await temporaryFolder()
    await writeFile(path.join(folder, 'x.7'), '')
    await utimes(path.join(folder, 'x.7'), 1, 1)
    await (await acquireLock(folder, 'x', options)).release()
  })

  it('names the process that holds it', async () => {
    const folder = await temporaryFolder()
    const child = await holdElsewhere(folder)
    await expect(acquireLock(folder, 'x', options)).rejects.toMatchObject({ details: { pid: child.pid } })
  })

  it('passes to the next process when its holder is killed', async () => {
    const folder = await temporaryFolder()
    const child = await holdElsewhere(folder)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const lock = await acquireLock(folder, 'x', options)
    expect(await lockHolder(folder, 'x')).toMatchObject({ pid: process.pid })
    await lock.release()
  })

  it('stays with its holder while that is suspended', async () => {
    const folder = await temporaryFolder()
    const child = await holdElsewhere(folder)
    child.kill('SIGSTOP')
    await expect(acquireLock(folder, 'x', { ...options, wait: 300 })).rejects.toMatchObject({
      code: 'lock.held',
    })
  })

  it('names the file to remove if the holder is on another machine', async () => {
    const folder = await temporaryFolder()
    const file = path.join(folder, 'x.7')
    const ticket = { host: 'elsewhere', holder: { pid: 1, started: null }, released: false }
    await writeFile(file, JSON.stringify(ticket))
    await expect(acquireLock(folder, 'x', options)).rejects.toMatchObject({
      code: 'lock.held',
      message: 'The thing is in use by process 1 on elsewhere.',
      hint: expect.stringContaining(`remove ${file}`),
    })
  })

  it('admits many processes one after another', async () => {
    const folder = await temporaryFolder()
    let inside = 0
    let most = 0
    await Promise.all(
      Array.from({ length: 30 }, async () => {
        await using _lock = await acquireLock(folder, 'x', { ...options, wait: 30_000 })
        most = Math.max(most, ++inside)
        await new Promise((resolve) => setImmediate(resolve))
        inside--
      }),
    )
    expect(most).toBe(1)
  })

  it('stops waiting when aborted', async () => {
    const folder = await temporaryFolder()
    const lock = await acquireLock(folder, 'x', options)
    const abort = new AbortController()
    const waiting = acquireLock(folder, 'x', { wait: 30_000, what: 'it', signal: abort.signal })
    abort.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'lock.wait-canceled' })
    await lock.release()
  })
})
