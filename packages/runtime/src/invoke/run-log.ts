import { randomBytes } from 'node:crypto'
import { type FileHandle, lstat, mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { t } from '@cli-apps/core'
import { clearOldLogs } from './clear-old-logs.ts'

/** The whole output of one run, in memory while it is small and in a file when it is not, or when it is to be kept. */
export interface RunLog {
  write(text: string): void
  /** Writes what is there and gives the file; never throws, because the run is worth more than its log. */
  save(): Promise<SavedLog>
  /** Leaves no file behind. Does nothing after `save`. */
  discard(): Promise<void>
}

export interface SavedLog {
  file: string
  /** More was printed than a log may hold. */
  isCut: boolean
  /** Why the file is not whole, where writing failed. */
  failure?: unknown
}

interface RunLogOptions {
  folder: string
  /** App that was run, for the file's name. */
  name: string
  /** Bytes that the file may hold. */
  limit: number
  /** Name of the file; made of time and app when absent. */
  file?: string
  /** Characters that wait in memory before a file is begun; 262,144 when absent. */
  memory?: number
}

/** A cloned workspace may bring a link in the place of the folder; old logs are cleared away and new ones written in our own. */
async function refuseLinks(folder: string): Promise<void> {
  for (const one of [path.dirname(folder), folder]) {
    const stats = await lstat(one).catch(() => undefined)
    if (stats?.isSymbolicLink()) throw new Error(`${one} is a symbolic link`)
  }
}

export function openRunLog({
  folder,
  name,
  limit,
  file: fileName = newName(name),
  memory = 262_144,
}: RunLogOptions): RunLog {
  const file = path.join(folder, fileName)
  let waiting: string[] = []
  let waitingLength = 0
  let bytes = 0
  let isCut = false
  let isSaved = false
  let handle: FileHandle | undefined
  let failure: unknown
  let flushing: Promise<void> | undefined

  function write(text: string): void {
    if (isCut || failure !== undefined || text === '') return
    const size = Buffer.byteLength(text)
    isCut = bytes + size > limit
    const kept = isCut
      ? Buffer.from(text)
          .subarray(0, limit - bytes)
          .toString()
      : text
    bytes += size
    waiting.push(
      isCut
        ? t('run-log.log-ends-here-after', `{kept}\n… the log ends here, after {limit} bytes …\n`, {
            kept,
            limit,
          })
        : kept,
    )
    waitingLength += kept.length
    if (waitingLength > memory) void flush()
  }

  /** One flush at a time; it takes what came in meanwhile along. */
  function flush(): Promise<void> {
    flushing ??= drain().finally(() => {
      flushing = undefined
    })
    return flushing
  }

  async function drain(): Promise<void> {
    try {
      if (handle === undefined) {
        await refuseLinks(folder)
        await mkdir(folder, { recursive: true })
        await clearOldLogs(folder)
        handle = await open(file, 'wx', 0o600)
      }
      while (waiting.length > 0) {
        const text = waiting.join('')
        waiting = []
        waitingLength = 0
        await handle.writeFile(text)
      }
    } catch (error) {
      failure = error
      waiting = []
    }
  }

  async function save(): Promise<SavedLog> {
    await flushing
    await flush()
    isSaved = true
    await close()
    return { file, isCut, failure }
  }

  async function close(): Promise<void> {
    await handle?.close().catch((error: unknown) => {
      failure ??= error
    })
    handle = undefined
  }

  async function discard(): Promise<void> {
    if (isSaved) return
    await flushing
    if (handle === undefined) return
    await close()
    await rm(file, { force: true })
  }

  return { write, save, discard }
}

function newName(app: string): string {
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
  return `${time}-${app}-${randomBytes(4).toString('hex')}.log`
}
