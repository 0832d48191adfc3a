import { closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openPipes } from '../../../packages/runtime/src/streams/open-pipes.ts'

const inodeOf = (descriptor: number): string =>
  /ino:\s*(\d+)/.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8'))?.[1] ?? ''
const close = ({ read, write }: { read: number; write: number }): void => {
  closeSync(read)
  closeSync(write)
}

describe.skipIf(process.platform !== 'linux')('openPipes', () => {
  it('opens a pipe again when nobody has it any more', async () => {
    const [first] = await openPipes(1)
    if (first === undefined) throw new Error('no pipe')
    const inode = inodeOf(first.read)
    close(first)
    const [again] = await openPipes(1)
    if (again === undefined) throw new Error('no pipe')
    expect(inodeOf(again.read)).toBe(inode)
    writeSync(again.write, 'fresh')
    expect(readSync(again.read, Buffer.alloc(10))).toBe(5)
    close(again)
  })

  it('never opens one again that somebody still writes to or reads', async () => {
    const [first] = await openPipes(1)
    if (first === undefined) throw new Error('no pipe')
    const writer = openSync(`/proc/self/fd/${first.write}`, 'w')
    writeSync(writer, 'of an earlier run')
    const inode = inodeOf(first.read)
    close(first)
    const others = await openPipes(3)
    expect(others.map(({ read }) => inodeOf(read))).not.toContain(inode)
    const reused = await openPipes(3)
    expect(new Set([...others, ...reused].map(({ read }) => inodeOf(read))).size).toBe(6)
    for (const pipe of [...others, ...reused]) close(pipe)
    closeSync(writer)
  })
})
