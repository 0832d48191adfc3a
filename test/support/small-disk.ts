import { spawnSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmdirSync } from 'node:fs'
import { statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

const run = (...argv: string[]): boolean => spawnSync(argv[0] ?? '', argv.slice(1)).status === 0

/** May this user mount disks here? Where not, tests of full and read-only disks are skipped. */
export const mayMount = ((): boolean => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const folder = mkdtempSync(path.join(tmpdir(), 'mount-'))
  const may = run('mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder)
  if (may) run('umount', folder)
  rmdirSync(folder)
  return may
})()

export interface SmallDisk {
  folder: string
  /** Leaves only so many bytes free. */
  fill: (left: number) => Promise<void>
  remountReadOnly: () => void
  remountWritable: () => void
}

/** A disk in memory that lives as long as the test. */
export function mountSmallDisk(options: string): SmallDisk {
  const folder = mkdtempSync(path.join(realpathSync(tmpdir()), 'disk 测-'))
  mount('-t', 'tmpfs', '-o', options, 'tmpfs', folder)
  onTestFinished(() => {
    if (run('umount', '--lazy', folder)) rmdirSync(folder)
  })
  return {
    folder,
    async fill(left) {
      const { bavail, bsize } = await statfs(folder)
      await writeFile(path.join(folder, 'filler'), Buffer.alloc(Math.max(0, bavail * bsize - left)))
    },
    remountReadOnly: () => mount('-o', 'remount,ro', folder),
    remountWritable: () => mount('-o', 'remount,rw', folder),
  }
}

function mount(...args: string[]): void {
  if (!run('mount', ...args)) throw new Error(`mount ${args.join(' ')} failed`)
}
