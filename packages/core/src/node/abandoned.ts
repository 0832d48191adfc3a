import { createHash, randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { namesIn } from './folders.ts'
import { isProcessEnded, signalProcess } from './process-group.ts'

/*
 * Temporary files and folders carry the process that made them in their names, so that what a killed process left is told
 * from what another one is writing at this moment. The machine is in the name too: whether a process of another one lives
 * cannot be seen from here.
 */

let tag: string | undefined
const machineTag = (): string => {
  tag ??= createHash('sha256').update(hostname()).digest('hex').slice(0, 6)
  return tag
}

/** Returns a unique name next to `file`, for something that will be renamed into its place or removed. */
export const temporaryName = (file: string): string =>
  `${file}.${process.pid}.${machineTag()}${randomBytes(4).toString('hex')}.tmp`

const pattern = /\.(\d{1,10})\.([0-9a-f]{6})[0-9a-f]{8}\.tmp$/

/** Whether a name is one of our temporary names, from any process. */
export const isTemporaryName = (name: string): boolean => pattern.test(name)

/** Whether it is the temporary name of a process on this machine that no longer runs. */
export function isAbandoned(name: string): boolean {
  const [, pid, madeOn] = pattern.exec(name) ?? []
  return pid !== undefined && madeOn === machineTag() && !isRunning(Number(pid))
}

/**
 * Removes temporary files directly in `folder` whose processes are gone, and returns their names. A missing folder has
 * none.
 */
export async function removeAbandoned(folder: string): Promise<string[]> {
  const names = (await namesIn(folder)).filter(isAbandoned)
  for (const name of names) await rm(path.join(folder, name), { recursive: true, force: true })
  return names
}

/** A zombie counts as gone: it no longer writes. */
const isRunning = (pid: number): boolean =>
  signalProcess(pid, 0) && !(process.platform === 'linux' && isProcessEnded(pid))
