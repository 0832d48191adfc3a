import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Machine } from '../../cli.ts'
import { runAtTerminal } from '../../in-terminal.ts'
import type { Reply } from './replies.ts'

export interface Typed {
  status: number
  /** What the terminal showed, without colors. */
  shown: string
  /** The replies that were given, by their names. */
  replied: readonly string[]
}

export interface ShellSession {
  /** Types a line, replies to what is asked, and resolves when the shell is ready for the next one. */
  type(line: string, replies: readonly Reply[]): Promise<Typed>
  /** Types keys while a line runs. */
  press(keys: string): void
  close(): Promise<void>
}

/** The shell prints this when a line ended; a terminal shows nothing of it. */
const ended = /\u001b\]9;(\d+)\u0007/u
const profile = `set -uo pipefail
set +o history +H
PROMPT_COMMAND='printf "\\033]9;%s\\007" "$?"' PS1= PS2=
`

/** What a terminal is told and does not show. */
const controls = /\u001b\][^\u0007]*\u0007|\u001b\[[\d;?]*[a-zA-Z]|\r/gu

/** A shell at a terminal of its own, in the workspace of the machine. A line may install an app on a loaded machine. */
export async function openShell(machine: Machine, { lineMs = 60_000 } = {}): Promise<ShellSession> {
  const rc = path.join(machine.home, 'shell-profile')
  await writeFile(rc, profile)
  const terminal = runAtTerminal(machine, ['bash', '--noprofile', '--noediting', '--rcfile', rc, '-i'])
  let all = ''
  let look = (): void => {}
  terminal.watch((shown) => {
    all = shown
    look()
  })
  await untilEnded(0)
  return {
    async type(line, replies) {
      const from = all.length
      const replied: string[] = []
      const left = [...replies]
      let done = from
      const reply = (): void => {
        const shown = all.slice(done).replaceAll(controls, '')
        const at = left.findIndex(({ when }) => when.test(shown))
        const [found] = at === -1 ? [] : left.slice(at, at + 1)
        if (found === undefined) return
        if (!found.again) left.splice(at, 1)
        done = all.length
        replied.push(found.name)
        const keys = found.keys(shown)
        if (keys !== undefined) terminal.type(keys)
      }
      terminal.type(`${line}\n`)
      const status = await untilEnded(from, reply)
      return { status, shown: all.slice(from).replaceAll(controls, '').trimEnd(), replied }
    },
    press: (keys) => terminal.type(keys),
    async close() {
      terminal.kill('SIGHUP')
      await terminal.ended
    },
  }

  /** The status of the line whose output begins there. */
  function untilEnded(from: number, meanwhile = (): void => {}): Promise<number> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        look = () => {}
        terminal.kill('SIGKILL')
        reject(new Error(`did not end:\n${all.slice(from).replaceAll(controls, '')}`))
      }, lineMs)
      look = () => {
        const status = ended.exec(all.slice(from))?.[1]
        if (status === undefined) return meanwhile()
        clearTimeout(timer)
        look = () => {}
        resolve(Number(status))
      }
      look()
    })
  }
}
