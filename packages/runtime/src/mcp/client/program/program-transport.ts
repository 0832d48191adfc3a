import type { PipedProcess } from '@cli-apps/core/node'
import {
  type JSONRPCMessage,
  ReadBuffer,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/client'

/** Maximum bytes of a server's message; a longer one ends the connection. */
const mostBytes = 10_000_000

/**
 * The protocol over a program's standard input and output. Unlike the SDK's transport, it uses a process group: closing
 * ends everything that the program started, and waits for it.
 */
export class ProgramTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  readonly #start: () => Promise<PipedProcess>
  readonly #buffer = new ReadBuffer({ maxBufferSize: mostBytes })
  #program: PipedProcess | undefined
  #closing: Promise<void> | undefined
  #outcome: string | undefined

  constructor(start: () => Promise<PipedProcess>) {
    this.#start = start
  }

  /** How the program ended by itself; `undefined` while it runs. */
  get outcome(): string | undefined {
    return this.#outcome
  }

  async start(): Promise<void> {
    const program = await this.#start()
    this.#program = program
    program.stdout.on('data', (chunk: Buffer) => this.#take(chunk))
    program.ended
      .then((outcome) => {
        this.#outcome = outcome
        return this.close()
      })
      .catch(() => {})
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#program === undefined || this.#closing !== undefined) throw new Error('The server has ended.')
    await this.#program.write(serializeMessage(message))
  }

  close(): Promise<void> {
    this.#closing ??= this.#end()
    return this.#closing
  }

  async #end(): Promise<void> {
    await this.#program?.stop()
    this.#buffer.clear()
    this.onclose?.()
  }

  #take(chunk: Buffer): void {
    try {
      this.#buffer.append(chunk)
    } catch (error) {
      // After an overlong message, the start of the next one is unknown.
      this.onerror?.(asError(error))
      void this.close()
      return
    }
    for (;;) {
      try {
        const message = this.#buffer.readMessage()
        if (message === null) return
        this.onmessage?.(message)
      } catch (error) {
        this.onerror?.(asError(error))
      }
    }
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))
