import { closeSync, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { ReadStream } from 'node:tty'
import { t } from '@cli-apps/core'
import { rereadDescriptors } from '@cli-apps/core/node'
import { createPrintedEnd } from '@cli-apps/runtime/runner'
import type { CommandContext } from '../context.ts'

/** What node-pty is built on: it starts programs itself, and not in a sandbox. */
interface PtyBinding {
  open(columns: number, rows: number): { master: number; slave: number; pty: string }
  resize(descriptor: number, columns: number, rows: number): void
}

/** A pseudo-terminal that shows on the person's own what a program does on it. */
export interface Terminal {
  /** What a program uses. */
  descriptor: number
  path: string
  environment: Readonly<Record<string, string>>
  /** Passes on what is typed, as it is, when a program has started. */
  begin(): void
  /** The person's terminal is as it was. Called when the program has ended. */
  end(): void
  /** The end of what was printed on it. */
  shown(): Promise<string>
  /** Resolves when everything was shown. */
  close(): Promise<void>
}

/** Milliseconds for what an ended program printed last; a process that it left behind may keep the terminal. */
const drainMs = 300

/** Milliseconds in which what a program printed before its end is read. */
const readMs = 50

/** Opens one; where that is not possible, says so. Call it only where standard input and output are terminals. */
export function openTerminal({
  output,
  environment,
}: Pick<CommandContext, 'output' | 'environment'>): Terminal | undefined {
  const binding = canBeControlled() ? loadBinding() : undefined
  if (binding === undefined) {
    output.notice(
      t(
        'own-terminal.none',
        'No terminal can be made for the app here: it gets its input and output through pipes.',
      ),
    )
    return undefined
  }
  const { stdin, stdout } = process
  const { master, slave, pty } = binding.open(stdout.columns || 80, stdout.rows || 24)
  rereadDescriptors()
  const screen = new ReadStream(master)
  const closed = new Promise<void>((resolve) => screen.once('close', () => resolve()))
  // Reading fails when nobody has the other side any more.
  screen.on('error', () => screen.destroy())
  screen.pipe(stdout, { end: false })
  const type = (chunk: Uint8Array): void => void screen.write(chunk)
  const resize = (): void => {
    if (!screen.destroyed) binding.resize(master, stdout.columns || 80, stdout.rows || 24)
  }
  const restore = (): void => void stdin.setRawMode(false)
  return {
    descriptor: slave,
    path: pty,
    environment: shownWith(environment),
    begin() {
      stdin.setRawMode(true)
      process.once('exit', restore)
      stdin.on('data', type)
      stdout.on('resize', resize)
      resize()
    },
    end() {
      stdin.off('data', type)
      stdin.pause()
      stdout.off('resize', resize)
      restore()
      process.off('exit', restore)
    },
    shown: readLater(screen),
    async close() {
      closeSync(slave)
      let timer: NodeJS.Timeout | undefined
      const timeout = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, drainMs)
      })
      await Promise.race([closed, timeout])
      clearTimeout(timer)
      screen.destroy()
    },
  }
}

function readLater(screen: ReadStream): () => Promise<string> {
  const printed = createPrintedEnd()
  screen.on('data', printed.write)
  return async () => {
    await sleep(readMs)
    return printed.read()
  }
}

/** Programs get it as their controlling terminal by setsid(1) in a sandbox. */
const canBeControlled = (): boolean =>
  process.platform === 'darwin' || ['/usr/bin/setsid', '/bin/setsid'].some((file) => existsSync(file))

function loadBinding(): PtyBinding | undefined {
  try {
    const load = createRequire(import.meta.url)
    const { requireBinary } = load('@lydell/node-pty/requireBinary.js') as {
      requireBinary: (file: string) => PtyBinding
    }
    return requireBinary('pty.node')
  } catch {
    return undefined
  }
}

const shownNames = ['TERM', 'COLORTERM', 'NO_COLOR', 'FORCE_COLOR', 'COLORFGBG']

const shownWith = (environment: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    shownNames.flatMap((name) => {
      const value = environment[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
