import { spawn } from '@lydell/node-pty'
import { type Machine, programArgvOf } from './cli.ts'

export interface InTerminal {
  type(text: string): void
  resize(columns: number, rows: number): void
  kill(signal: string): void
  /** Resolves when the screen has shown this; gives everything that it showed. */
  shows(text: string): Promise<string>
  /** Calls this with everything that the screen showed, now and whenever there is more. */
  watch(look: (shown: string) => void): void
  ended: Promise<{ status: number; shown: string }>
}

/** Runs `cli-apps` at a terminal, as a person does. */
export const inTerminal = (machine: Machine, ...args: string[]): InTerminal =>
  runAtTerminal(machine, [...programArgvOf('cli-apps'), ...args])

/** Runs any program at a terminal. */
export function runAtTerminal(
  { workspace, environment }: Machine,
  [program = '', ...args]: readonly string[],
): InTerminal {
  const { CI: _, NO_COLOR: __, ...env } = environment
  const pty = spawn(program, args, {
    name: 'xterm-256color',
    cols: 91,
    rows: 33,
    cwd: workspace,
    env: { ...env, TERM: 'xterm-256color', LANG: 'C.UTF-8' },
  })
  let shown = ''
  const waiting = new Set<() => void>()
  pty.onData((text) => {
    shown += text
    for (const look of waiting) look()
  })
  return {
    type: (text) => pty.write(text),
    resize: (columns, rows) => pty.resize(columns, rows),
    kill: (signal) => pty.kill(signal),
    shows: (text) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!shown.includes(text)) return
          waiting.delete(look)
          resolve(shown)
        }
        waiting.add(look)
        look()
      }),
    watch: (look) => {
      const lookAgain = (): void => look(shown)
      waiting.add(lookAgain)
      lookAgain()
    },
    ended: new Promise((resolve) => {
      pty.onExit(({ exitCode, signal }) => resolve({ status: signal ? 128 + signal : exitCode, shown }))
    }),
  }
}
