import { createRedactor } from './redact-secrets.ts'
import { stripTerminalCodes } from './strip-terminal-codes.ts'

/** Turns the bytes of one stream into text for a model, piece by piece. */
interface OutputCleaner {
  write(chunk: Uint8Array): string
  end(): string
}

/** A line that is longer is passed on in parts, so that a stream without line ends needs no more memory than this. */
const longestLine = 65_536

/**
 * UTF-8 with replacement, terminal codes stripped line by line, secrets taken out. The order matters: a secret that is
 * coloured in the middle is a secret still.
 */
export function createOutputCleaner(secrets: readonly string[]): OutputCleaner {
  const decoder = new TextDecoder()
  const redactor = createRedactor(secrets)
  let pending = ''
  const pass = (text: string): string => redactor.write(stripTerminalCodes(text))
  return {
    write(chunk) {
      pending += decoder.decode(chunk, { stream: true })
      const end = endOfReady(pending)
      const ready = pending.slice(0, end)
      pending = pending.slice(end)
      return end === 0 ? '' : pass(ready)
    },
    end() {
      const rest = pass(pending + decoder.decode())
      pending = ''
      return rest + redactor.end()
    },
  }
}

/** Whole lines are ready; of an endless one all but a control sequence that may not be complete. */
function endOfReady(text: string): number {
  const end = text.lastIndexOf('\n') + 1
  if (end > 0 || text.length < longestLine) return end
  const code = text.lastIndexOf('\x1b')
  return code > text.length - 4096 ? code : text.length
}
