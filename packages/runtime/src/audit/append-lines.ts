import { closeSync, constants, openSync, writeSync } from 'node:fs'

const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW, O_NONBLOCK } = constants

/** What is written goes to the end of the file; a link or a pipe in its place is refused. */
const flags = O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW | O_NONBLOCK

/** Bytes of one write: the system appends such a write whole, so that lines of several processes do not mix. */
const mostAtOnce = 65_536

/**
 * Appends as many lines, each with its line end, as fit into one write, and gives how many were written whole. Synchronous, so that
 * the end of the process finds each line either on disk or still waiting.
 */
export function appendLines(file: string, lines: readonly string[]): number {
  const batch = batchOf(lines)
  const descriptor = openSync(file, flags, 0o600)
  try {
    const bytes = Buffer.concat(batch)
    const written = writeSync(descriptor, bytes)
    if (written === bytes.length) return batch.length
    // The disk is full: the part of a line is ended, so that it spoils no other.
    writeSync(descriptor, '\n')
    return wholeLines(batch, written)
  } finally {
    closeSync(descriptor)
  }
}

function batchOf(lines: readonly string[]): Buffer[] {
  const batch: Buffer[] = []
  let size = 0
  for (const line of lines) {
    const bytes = Buffer.from(line)
    size += bytes.length
    if (batch.length > 0 && size > mostAtOnce) break
    batch.push(bytes)
  }
  return batch
}

function wholeLines(batch: readonly Buffer[], written: number): number {
  let end = 0
  return batch.filter((line) => {
    end += line.length
    return end <= written
  }).length
}
