import { isatty } from 'node:tty'
import type { SignalSource } from '@cli-apps/core/node'
import type { AttachedRun } from '@cli-apps/runtime'
import type { AppRunner } from '@cli-apps/runtime/runner'
import type { CommandContext } from '../context.ts'
import { openOwnStreams } from './own-streams.ts'
import { openTerminal, type Terminal } from './own-terminal.ts'

interface AttachedStreams {
  attached: Pick<AttachedRun, 'stdin' | 'output' | 'terminal'>
  /** The same signals; follows when a program starts and ends. */
  during(signals: SignalSource): SignalSource
  /** Resolves when everything that was printed is shown. */
  close(): Promise<void>
}

/** Connects a run to our standard streams: at a terminal by one of its own, otherwise directly. */
export async function openAttachedStreams(
  runtime: AppRunner,
  call: Readonly<Record<string, unknown>>,
  context: Pick<CommandContext, 'output' | 'environment'>,
): Promise<AttachedStreams> {
  const { output } = context
  const terminal = (await wantsTerminal(runtime, call, output.isJson)) ? openTerminal(context) : undefined
  if (terminal !== undefined) return onTerminal(terminal, output)
  const { stdin, stdout, close } = openOwnStreams({ readsTerminal: !output.isJson })
  return {
    attached: {
      ...(stdin && { stdin }),
      ...(!output.isJson && { output: { ...(stdout && { stdout }), write: output.raw } }),
    },
    during: (signals) => signals,
    close: async () => close(),
  }
}

/** Only a single program has the terminal, as in a shell only one has the keyboard. */
async function wantsTerminal(
  runtime: AppRunner,
  { pipe, stdin_file, stdout_file }: Readonly<Record<string, unknown>>,
  isJson: boolean,
): Promise<boolean> {
  const isAlone = [pipe, stdin_file, stdout_file].every((one) => one === undefined)
  if (isJson || !isAlone || !isatty(0) || !isatty(1)) return false
  const { kind } = await runtime.sandbox()
  return kind === 'none' || kind === 'bubblewrap'
}

function onTerminal(
  { begin, end, close, ...terminal }: Terminal,
  { raw }: Pick<CommandContext['output'], 'raw'>,
): AttachedStreams {
  const takesErrors = isatty(2)
  return {
    attached: { output: { write: raw }, terminal: { ...terminal, takesErrors } },
    during: (signals) => ({
      attach(deliver) {
        const leave = signals.attach(deliver)
        begin()
        return () => {
          leave()
          end()
        }
      },
    }),
    close,
  }
}
