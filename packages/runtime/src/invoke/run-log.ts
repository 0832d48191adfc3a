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
  /** Name of the file. */
  file: string
  /** Bytes that the file may hold. */
  limit: number
  /** Characters that wait in memory before a file is begun; 262,144 when absent. */
  memory?: number
}

export function openRunLog(options: RunLogOptions): RunLog {
  const { folder, limit, memory = 262_144 } = options
  const file = path.join(folder, options.file)
  const log = createLogFile(folder, file)
  const waiting = createWaitingText()
  let bytes = 0
  let isCut = false
  let isSaved = false
  let failure: unknown
  let flushing: Promise<void> | undefined

  function write(text: string): void {
    if (isCut || failure !== undefined || text === '') return
    const size = Buffer.byteLength(text)
    isCut = bytes + size > limit
    const kept = isCut ? cutText(text, limit - bytes, limit) : text
    bytes += size
    waiting.add(kept)
    if (waiting.length() > memory) void flush()
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
      const handle = await log.open()
      while (waiting.length() > 0) await handle.writeFile(waiting.take())
    } catch (error) {
      failure = error
      waiting.take()
    }
  }

  async function save(): Promise<SavedLog> {
    await flushing
    await flush()
    isSaved = true
    await log.close().catch((error: unknown) => {
      failure ??= error
    })
    return { file, isCut, failure }
  }

  async function discard(): Promise<void> {
    if (isSaved) return
    await flushing
    await log.remove()
  }

  return { write, save, discard }
}

interface WaitingText {
  add(text: string): void
  /** Characters. */
  length(): number
  /** Empties it. */
  take(): string
}

/** Text that waits to be written. */
function createWaitingText(): WaitingText {
  let texts: string[] = []
  let length = 0
  return {
    add(text) {
      texts.push(text)
      length += text.length
    },
    length: () => length,
    take() {
      const text = texts.join('')
      texts = []
      length = 0
      return text
    },
  }
}

const cutText = (text: string, bytes: number, limit: number): string =>
  t('run-log.log-ends-here-after', `{kept}\n… the log ends here, after {limit} bytes …\n`, {
    kept: Buffer.from(text).subarray(0, bytes).toString(),
    limit,
  })

/** A file that is made when it is first opened. */
interface LogFile {
  open(): Promise<FileHandle>
  close(): Promise<void>
  /** Closes and deletes the file, if it was made. */
  remove(): Promise<void>
}

function createLogFile(folder: string, file: string): LogFile {
  let handle: FileHandle | undefined
  const close = async (): Promise<void> => {
    const opened = handle
    handle = undefined
    await opened?.close()
  }
  return {
    close,
    async open() {
      if (handle !== undefined) return handle
      await refuseLinks(folder)
      await mkdir(folder, { recursive: true })
      await clearOldLogs(folder)
      handle = await open(file, 'wx', 0o600)
      return handle
    },
    async remove() {
      if (handle === undefined) return
      await close().catch(() => {})
      await rm(file, { force: true })
    },
  }
}

/** A cloned workspace may bring a link in the place of the folder; old logs are cleared away and new ones written in our own. */
async function refuseLinks(folder: string): Promise<void> {
  for (const one of [path.dirname(folder), folder]) {
    const stats = await lstat(one).catch(() => undefined)
    if (stats?.isSymbolicLink()) throw new Error(`${one} is a symbolic link`)
  }
}
