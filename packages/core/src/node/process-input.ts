import { Readable, type Writable } from 'node:stream'

/**
 * Standard input of a program: text or bytes, a descriptor to use as such, or a stream, which is read from when the
 * program has started until it has ended. The owner closes descriptors and streams.
 */
export type ProcessInput = string | Uint8Array | { descriptor: number } | Readable

/** What a process is started with, so that it can be fed. */
export function stdioOf(input: ProcessInput | undefined): 'ignore' | 'pipe' | number {
  if (input === undefined) return 'ignore'
  return isContent(input) || input instanceof Readable ? 'pipe' : input.descriptor
}

interface Feed {
  /** Called when the program has started. */
  begin(): void
  /** Called when it has ended. */
  end(): void
}

/** Writes content at once, and a stream from `begin` to `end`. */
export function feedInput(stdin: Writable | null, input: ProcessInput | undefined): Feed {
  if (stdin === null || input === undefined) return { begin() {}, end() {} }
  if (isContent(input)) stdin.end(input)
  if (!(input instanceof Readable)) return { begin() {}, end() {} }
  const close = (): void => void stdin.end()
  return {
    begin() {
      input.once('error', close)
      input.pipe(stdin)
    },
    end() {
      input.off('error', close)
      input.unpipe(stdin)
      stdin.destroy()
    },
  }
}

const isContent = (input: ProcessInput): input is string | Uint8Array =>
  typeof input === 'string' || input instanceof Uint8Array
