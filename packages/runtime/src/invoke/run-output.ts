import { nextTurn } from '../turns/next-turn.ts'
import { createOutputCleaner } from './output-cleaner.ts'
import { openRunLog, type RunLog, type SavedLog } from './run-log.ts'
import { type CapturedText, createTextCapture } from './text-capture.ts'

type StreamName = 'stdout' | 'stderr'

/** What the programs of a run print: fit for a model, in bounded memory, and the whole of it in files where it is long. */
export interface RunOutput {
  /** Of the last stage both streams, of the others their errors. */
  write(stream: StreamName, chunk: Uint8Array, stage: number): Promise<void>
  /** Takes standard output that went elsewhere first. */
  writeAll(output: AsyncIterable<Uint8Array>): Promise<void>
  /** Called when everything was written. */
  end(): void
  stdout(): CapturedText
  stderr(stage: number): CapturedText
  /** Keeps the whole output of both streams in files; never throws, because the run is worth more than its log. */
  save(): Promise<Record<StreamName, SavedLog>>
  /** Leaves no file behind. Does nothing after `save`. */
  discard(): Promise<void>
}

interface RunOutputOptions {
  stages: number
  /** Left out of every text. */
  secrets: readonly string[]
  /** Characters kept of the beginning and end of stdout, and of each stage's errors. */
  keep: Record<StreamName, number>
  /** Where files go, what they are called before their stream, and the bytes that each may hold. */
  files: { folder: string; name: string; limit: number }
  /** Gets everything too, in the order in which it came. */
  log: Pick<RunLog, 'write'> | undefined
}

/** Smaller chunks are cleaned as they come. */
const largeChunk = 4096

export function openRunOutput({ stages, secrets, keep, files, log }: RunOutputOptions): RunOutput {
  const { folder, name, limit } = files
  const logs = {
    stdout: openRunLog({ folder, limit, file: `${name}.stdout.log` }),
    stderr: openRunLog({ folder, limit, file: `${name}.stderr.log` }),
  }
  const open = (stream: StreamName) =>
    openStream(secrets, keep[stream], [logs[stream], ...(log ? [log] : [])])
  const stdout = open('stdout')
  const errors = Array.from({ length: stages }, () => open('stderr'))
  return {
    write: async (stream, chunk, stage) => (stream === 'stdout' ? stdout : errors[stage])?.write(chunk),
    async writeAll(output) {
      for await (const chunk of output) await stdout.write(chunk)
    },
    end() {
      for (const stream of [stdout, ...errors]) stream.end()
    },
    stdout: stdout.read,
    stderr: (stage) => errors[stage]?.read() ?? nothing,
    save: async () => ({ stdout: await logs.stdout.save(), stderr: await logs.stderr.save() }),
    async discard() {
      await Promise.all([logs.stdout.discard(), logs.stderr.discard()])
    },
  }
}

const nothing: CapturedText = { head: '', tail: '', length: 0 }

function openStream(secrets: readonly string[], keep: number, logs: readonly Pick<RunLog, 'write'>[]) {
  const cleaner = createOutputCleaner(secrets)
  const capture = createTextCapture(keep)
  const take = (text: string): void => {
    capture.write(text)
    for (const log of logs) log.write(text)
  }
  return {
    read: capture.read,
    async write(chunk: Uint8Array): Promise<void> {
      if (chunk.length >= largeChunk) await nextTurn()
      take(cleaner.write(chunk))
    },
    end: () => take(cleaner.end()),
  }
}
