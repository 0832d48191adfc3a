import { CanceledError, isAppError } from '@cli-apps/core'
import { type Call, commandHelp, parseCall, programHelp } from './cli.ts'
import { textOption } from './command.ts'
import { readConfig } from './config.ts'
import { createContext } from './context.ts'
import { fromSystemError } from './system-error.ts'
import { createOutput, type Output } from './ui/output.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Runs one command line of the real process; gives the exit status. Never throws. */
export async function runCli(words: readonly string[]): Promise<number> {
  const { stdout, stderr, env: environment } = process
  // A reader that has seen enough, such as `head`, is no failure; a full disk behind the output is.
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') process.exitCode = 9
    })
  }
  const outputFor = (isJson: boolean): Output => createOutput({ stdout, stderr, isJson, environment })
  // Until the words are parsed it is only likely what the caller wants to read.
  let output = outputFor(words.includes('--json') && words[0] !== 'run')
  try {
    if (words.length === 0 || words[0] === '--help' || words[0] === '-h' || words[0] === 'help') {
      stdout.write(await programHelp())
      return words.length === 0 ? 2 : 0
    }
    const call = await parseCall(words)
    if (call.options.help === true) {
      stdout.write(commandHelp(call.name, call.command))
      return 0
    }
    output = outputFor(call.options.json === true)
    return await runCall(call, output, environment)
  } catch (thrown) {
    const error = fromSystemError(thrown)
    output.error(error)
    return isAppError(error) ? error.exitStatus : 1
  }
}

async function runCall(call: Call, output: Output, environment: NodeJS.ProcessEnv): Promise<number> {
  const interrupt = new AbortController()
  const onSignal = (): void => {
    // The second interrupt does not wait for anything to be cleared up.
    if (interrupt.signal.aborted) process.exit(130)
    interrupt.abort()
  }
  for (const name of signals) process.on(name, onSignal)
  try {
    const context = await createContext({
      cwd: process.cwd(),
      environment,
      config: await readConfig(environment),
      output,
      signal: interrupt.signal,
      workspaceFolder: textOption(call.options, 'workspace'),
    })
    const { value, text, exitStatus = 0 } = await call.command.run(call.args, call.options, context)
    output.result(value, text)
    return exitStatus
  } catch (error) {
    if (!interrupt.signal.aborted || isAppError(error)) throw error
    throw new CanceledError('cli.interrupted', 'Interrupted.', { cause: error })
  } finally {
    for (const name of signals) process.off(name, onSignal)
  }
}
