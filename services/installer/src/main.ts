import { loadCompiled } from './load-compiled.ts'
import { startOf } from './start-of.ts'
import { version } from './version.ts'

/** How long a process lives that does not pay for optimized code; milliseconds. */
const shortLifeMs = 1500

/**
 * Most of these end before optimized code would have paid for its compilation: without it they take a seventh less of the
 * processor. An install that reads help goes on for long enough.
 */
function optimizeLater(): void {
  const v8 = process.getBuiltinModule('node:v8')
  v8.setFlagsFromString('--no-opt')
  setTimeout(() => v8.setFlagsFromString('--opt'), shortLifeMs).unref()
  // Kept code is accepted only under the flags that were set when it was kept.
  process.once('exit', () => v8.setFlagsFromString('--no-opt'))
}

/** The one place that ends the process. For the version it loads almost nothing. */
async function main(words: readonly string[]): Promise<void> {
  if (words[0] === '--version' || words[0] === '-V' || words[0] === '-v') {
    process.stdout.write(`${version}\n`)
    return
  }
  const [command = ''] = words
  const start = startOf(command)
  if (start === 'info' || start === 'search' || start === 'change') optimizeLater()
  const { runCli } = loadCompiled<typeof import('./run-cli.ts')>(start, command, process.env)
  const status = await runCli(words)
  process.exitCode ||= status
}

void main(process.argv.slice(2))
