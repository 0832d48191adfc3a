import { closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openPipes } from '../../../packages/runtime/src/streams/open-pipes.ts'

const inodeOf = (descriptor: number): string =>
  /ino:\s*(\d+)/.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8'))?.[1] ?? ''
const close = ({ read, write }: { read: number; write: number }): void => {
  closeSync(read)
  closeSync(write)
}

/** `O_PATH`: whoever has this can open the pipe again, and nobody can see that. */
const pathOnly = 0o10000000

describe.skipIf(process.platform !== 'linux')('openPipes', () => {
  it('makes some in advance, each of which works', async () => {
    const { size } = await inodesOf(await openPipes(1))
    expect(size).toBe(1)
    const [pipe] = await openPipes(1)
    if (pipe === undefined) throw new Error('no pipe')
    writeSync(pipe.write, 'fresh')
    expect(readSync(pipe.read, Buffer.alloc(10))).toBe(5)
    close(pipe)
  })

  it('gives out none twice, so that no program of one run can listen to another', async () => {
    const [first] = await openPipes(1)
    if (first === undefined) throw new Error('no pipe')
    const spy = openSync(`/proc/self/fd/${first.read}`, pathOnly)
    const inode = inodeOf(first.read)
    close(first)
    const later = [...(await openPipes(7)), ...(await openPipes(7)), ...(await openPipes(7))]
    const inodes = await inodesOf(later)
    expect(inodes.size).toBe(21)
    expect(inodes).not.toContain(inode)
    closeSync(spy)
  })
})

async function inodesOf(pipes: Awaited<ReturnType<typeof openPipes>>): Promise<Set<string>> {
  const inodes = new Set(pipes.map(({ read }) => inodeOf(read)))
  for (const pipe of pipes) close(pipe)
  return inodes
}
