import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { openRunLog, type RunLog } from '../invoke/run-log.ts'
import { stripTerminalCodes } from '../invoke/strip-terminal-codes.ts'

const fileName = 'output.log'

export const jobLogFile = (folder: string): string => path.join(folder, fileName)

/** The log of a job: written as the output comes, and kept whatever becomes of the run. */
export const openJobLog = (folder: string, limit: number): RunLog =>
  openRunLog({ folder, file: fileName, limit, memory: 0 })

/** Number of bytes to read for the last lines; characters of UTF-8 take up to four. */
const tailBytes = (characters: number): number => Math.max(16_384, characters * 4)

/**
 * Returns the last lines that a job printed, in at most `characters`. Empty if there are none, or the file is not ours.
 */
export async function readLogTail(
  folder: string,
  { lines, characters }: { lines: number; characters: number },
): Promise<string> {
  try {
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
    await using handle = await open(jobLogFile(folder), flags)
    const stats = await handle.stat()
    if (!stats.isFile()) return ''
    const size = Math.min(stats.size, tailBytes(characters))
    const start = stats.size - size
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, start)
    const text = stripTerminalCodes(buffer.toString('utf8', 0, bytesRead)).trimEnd()
    return text.split('\n').slice(-lines).join('\n').slice(-characters)
  } catch {
    return ''
  }
}
