import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

interface FollowOptions {
  signal: AbortSignal
  /** Nothing more will be written. */
  hasEnded: () => Promise<boolean>
  print: (text: string) => void
}

const pollMs = 250
const mostBytes = 65_536

/** Prints whole lines that are added to a file, until its writer has ended or the signal is aborted. */
export async function followLog(file: string, { signal, hasEnded, print }: FollowOptions): Promise<void> {
  await using handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW)
  const next = nextLines(handle, (await handle.stat()).size)
  while (!signal.aborted) {
    const isLast = await hasEnded()
    for (let text = await next(isLast); text !== ''; text = await next(isLast)) print(text)
    if (isLast) return
    await sleep(pollMs, undefined, { signal }).catch(() => {})
  }
}

/** Returns a function that reads on from `position`, up to the end of a line unless `isLast`. */
function nextLines(handle: FileHandle, position: number): (isLast: boolean) => Promise<string> {
  return async (isLast) => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(mostBytes), 0, mostBytes, position)
    const end = buffer.lastIndexOf('\n', bytesRead - 1) + 1
    const taken = bytesRead === 0 ? 0 : end > 0 ? end : isLast || bytesRead === mostBytes ? bytesRead : 0
    position += taken
    return buffer.toString('utf8', 0, taken)
  }
}
