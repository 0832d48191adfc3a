import { spawn } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openLimitedGroup } from '@cli-apps/core/node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { itLimited } from '../../../support/sandbox.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const limits = { memoryBytes: 2 ** 26, processes: 20, cpuPercent: 100 }

/** A folder in the place of a hierarchy of version 2, in which this process is in `/own`. */
async function fakeHierarchy() {
  const folder = await temporaryFolder()
  const mount = path.join(folder, 'mount')
  await mkdir(path.join(mount, 'own'), { recursive: true })
  const from = { mounts: path.join(folder, 'mounts'), own: path.join(folder, 'cgroup') }
  await writeFile(from.mounts, `cgroup2 ${mount.replaceAll(' ', '\\040')} cgroup2 rw 0 0\n`)
  await writeFile(from.own, '0::/own\n')
  return { mount, from }
}

describe('openLimitedGroup', () => {
  it('refuses where a folder can be made that limits nothing, and leaves none behind', async () => {
    const { mount, from } = await fakeHierarchy()
    await expect(openLimitedGroup(limits, from)).rejects.toMatchObject({
      code: 'sandbox.no-limits',
      message: expect.stringContaining('memory.max'),
    })
    expect(await readdir(path.join(mount, 'own'))).toEqual([])
  })

  it('refuses where there are no control groups', async () => {
    const folder = await temporaryFolder()
    const from = { mounts: path.join(folder, 'none'), own: path.join(folder, 'none') }
    await expect(openLimitedGroup(limits, from)).rejects.toMatchObject({
      code: 'sandbox.no-limits',
      message: expect.stringContaining('no control groups'),
    })
  })

  it('removes what a process that is gone left', async () => {
    const { mount, from } = await fakeHierarchy()
    const left = path.join(mount, 'own', 'cli-apps-4194305-0123abcd')
    const running = path.join(mount, 'own', `cli-apps-${process.pid}-0123abcd`)
    await Promise.all([left, running].map((one) => mkdir(one)))
    await openLimitedGroup(limits, from).catch(() => {})
    expect(await readdir(path.join(mount, 'own'))).toEqual([path.basename(running)])
  })

  itLimited('holds what is added to it, and is gone when it is closed', async () => {
    const child = spawn('sleep', ['30'])
    onTestFinished(() => void child.kill('SIGKILL'))
    const group = await openLimitedGroup(limits)
    await group.add(child.pid ?? 0)
    const groups = (): Promise<string> => readFile(`/proc/${child.pid}/cgroup`, 'utf8')
    expect(await groups()).toContain(`cli-apps-${process.pid}-`)
    expect(await group.exceeded()).toEqual([])
    child.kill('SIGKILL')
    await group.close()
    await (await openLimitedGroup(limits)).close()
    expect(await readFile('/proc/self/cgroup', 'utf8')).not.toContain('cli-apps-')
  })
})
