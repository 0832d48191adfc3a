import type { Readable } from 'node:stream'
import type { SignalSource } from '@cli-apps/core/node'

/** What connects a run to the process of whoever waits for it, such as a person in a shell. */
export interface AttachedRun {
  /** Standard input of the first program. Never the descriptor of a terminal: a program could type into it. */
  stdin?: { descriptor: number } | Readable
  /**
   * A terminal for a single program that reads no file and writes none, instead of `stdin` and `output`. One of its own, that
   * nobody else types at. Needs bubblewrap, or no sandbox at all.
   */
  terminal?: OwnTerminal
  /** Gets the output as it comes, byte for byte and with nothing left out; the result then has none of it. */
  output?: AttachedOutput
  /** Seconds; when absent, no limit with `output`, and otherwise that of any call. */
  timeout?: number
  /** Signals to pass on to the programs while they run. */
  signals?: SignalSource
}

/** A pseudo-terminal: the side that programs use. */
export interface OwnTerminal {
  descriptor: number
  /** Its path, such as `/dev/pts/3`. */
  path: string
  /** The program's standard error goes there too; `output` gets it otherwise. */
  takesErrors: boolean
  /** Variables that say what can be shown on it. */
  environment: Readonly<Record<string, string>>
  /** The end of what programs printed on it, for a hint on why one failed. */
  shown?(): Promise<string>
}

interface AttachedOutput {
  /** Standard output of the last program goes there instead of `write`. Never the descriptor of a terminal. */
  stdout?: { descriptor: number }
  /** The streams pause until a returned promise settles, which must not reject. */
  write(stream: 'stdout' | 'stderr', chunk: Uint8Array): void | Promise<void>
}
