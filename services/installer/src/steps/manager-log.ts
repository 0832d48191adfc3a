import { randomBytes } from 'node:crypto'
import { readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder } from '@cli-apps/core/node'
import { argvText } from '../plan/argv-text.ts'

const mostLogs = 50

interface ManagerOutput {
  title: string
  argv: readonly string[]
  said: string
}

/**
 * Writes what a package manager printed to a new file that only its user reads, and removes the oldest of such files.
 * Returns the file, or `null` where none can be written: the failure of the manager is reported either way.
 */
export async function writeManagerLog(
  folder: string,
  { title, argv, said }: ManagerOutput,
): Promise<string | null> {
  try {
    await makeFolder(folder)
    const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-')
    const file = path.join(folder, `install-${stamp}-${randomBytes(3).toString('hex')}.log`)
    await writeFile(file, `# ${title}\n# ${argvText(argv)}\n\n${said}\n`, { mode: 0o600, flag: 'wx' })
    const names = (await readdir(folder)).filter((name) => /^install-.*\.log$/.test(name)).sort()
    for (const name of names.slice(0, -mostLogs)) await rm(path.join(folder, name), { force: true })
    return file
  } catch {
    return null
  }
}
