import { randomBytes } from 'node:crypto'
import { createOutputCleaner } from '../../packages/runtime/src/invoke/output-cleaner.ts'
import { median } from './median.ts'

const megabytes = 10
const chunkBytes = 65_536

/** Output with no escapes, some, or nothing else. */
const outputs: Readonly<Record<string, (line: number) => string>> = {
  'a log': (line) => `2026-03-02T10:00:00Z info request ${line} served in 12 ms by worker 7\n`,
  'JSON with escapes': (line) =>
    `${JSON.stringify({ line, text: 'a "quoted" path\\to\\x\tand\nmore text' })}\n`,
  'percent escapes alone': (line) => `${'%41%2f%C3%A4'.repeat(6)}${line}\n`,
}

/** Measures the redaction of 10 MB of output, and how long a chunk of 64 KiB blocks the event loop. */
export async function benchRedaction(): Promise<void> {
  const secrets = Array.from({ length: 5 }, () => `sk-${randomBytes(20).toString('base64url')}/ä`)
  const rows = Object.entries(outputs).flatMap(([what, lineOf]) => {
    const chunks = chunksOf(lineOf)
    return [0, 1, 5].map((count) => {
      const runs = [0, 1, 2].map(() => clean(chunks, secrets.slice(0, count)))
      return {
        [`${megabytes} MB of`]: what,
        secrets: count,
        'whole ms': median(runs.map(({ whole }) => whole)).toFixed(0),
        'processor ms': median(runs.map(({ processor }) => processor)).toFixed(0),
        'longest piece ms': median(runs.map(({ longest }) => longest)).toFixed(1),
      }
    })
  })
  console.table(rows)
}

function chunksOf(lineOf: (line: number) => string): Buffer[] {
  const chunks: Buffer[] = []
  let text = ''
  for (let line = 0; chunks.length * chunkBytes < megabytes * 1e6; line++) {
    text += lineOf(line)
    if (text.length < chunkBytes) continue
    chunks.push(Buffer.from(text))
    text = ''
  }
  return chunks
}

interface Cleaned {
  whole: number
  /** CPU time, lower than wall time on a busy machine. */
  processor: number
  longest: number
}

function clean(chunks: readonly Buffer[], secrets: readonly string[]): Cleaned {
  const cleaner = createOutputCleaner(secrets)
  const begun = performance.now()
  const before = process.cpuUsage()
  let longest = 0
  for (const chunk of chunks) {
    const start = performance.now()
    cleaner.write(chunk)
    longest = Math.max(longest, performance.now() - start)
  }
  cleaner.end()
  const { user, system } = process.cpuUsage(before)
  return { whole: performance.now() - begun, processor: (user + system) / 1000, longest }
}
