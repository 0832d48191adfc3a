import { createReadStream, fstatSync, readFileSync, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { isatty } from 'node:tty'

/** What a program may use of our own standard streams. */
interface OwnStreams {
  stdin?: { descriptor: number } | Readable
  /** Absent where what a program prints has to be written by us. */
  stdout?: { descriptor: number }
  close(): void
}

/**
 * Opens our standard streams for programs. Pipes are handed down. The descriptor of a terminal never is: a program could
 * type into it. Nor is that of a file: a program could write to it even where its sandbox makes it read-only.
 */
export function openOwnStreams({ readsTerminal }: { readsTerminal: boolean }): OwnStreams {
  const stdin = isatty(0) ? (readsTerminal ? terminalInput() : undefined) : otherInput()
  return {
    ...(stdin !== undefined && { stdin }),
    ...(isPipe(1) && { stdout: { descriptor: 1 } }),
    close() {
      if (stdin === process.stdin) process.stdin.pause()
      else if (stdin instanceof Readable) stdin.destroy()
    },
  }
}

function isPipe(descriptor: number): boolean {
  if (isatty(descriptor)) return false
  const stats = fstatSync(descriptor)
  return stats.isFIFO() || stats.isSocket()
}

/** Reading from a terminal would stop a process in the background. */
const terminalInput = (): Readable | undefined => (isInForeground() ? process.stdin : undefined)

function otherInput(): OwnStreams['stdin'] {
  if (isPipe(0)) return { descriptor: 0 }
  const stats = fstatSync(0)
  if (stats.isCharacterDevice() && stats.rdev === nullDevice()) return undefined
  // Reads at places of its own: what the program leaves unread stays for whoever else has the file.
  const start = stats.isFile() ? positionOf(0) : undefined
  return createReadStream('', { fd: 0, autoClose: false, ...(start !== undefined && { start }) })
}

const nullDevice = (): number | undefined => statSync('/dev/null', { throwIfNoEntry: false })?.rdev

/** Where the file is read next; its beginning on systems that do not tell. */
function positionOf(descriptor: number): number {
  if (process.platform !== 'linux') return 0
  const [, position] = /^pos:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'latin1')) ?? []
  return Number(position ?? 0)
}

/** Whether our process group is that of the terminal, as far as the system tells. */
function isInForeground(): boolean {
  if (process.platform !== 'linux') return true
  const stat = readFileSync('/proc/self/stat', 'latin1')
  const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return group === foreground
}
