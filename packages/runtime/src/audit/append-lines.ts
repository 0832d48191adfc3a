import { closeSync, constants, openSync, writeSync } from 'node:fs'

const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW, O_NONBLOCK } = constants

/** Appends, and refuses a link or pipe in place of the file. */
const flags = O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW | O_NONBLOCK

/** Bytes per write: appends of this size are atomic, so lines of several processes do not mix. */
const mostAtOnce = 65_536

/**
 * Appends as many lines, with line ends, as fit into one write. Returns the number of lines written completely.
 * Synchronous, so that at process exit each line is either on disk or still queued.
 */
export function appendLines(file: string, lines: readonly string[]): number {
  const batch = batchOf(lines)
  const descriptor = openSync(file, flags, 0o600)
  try {
    const bytes = Buffer.concat(batch)
    const written = writeSync(descriptor, bytes)
    if (written === bytes.length) return batch.length
    // The disk is full: end the partial line, so that it does not corrupt the next one.
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
