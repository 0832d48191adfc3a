import { isAppError } from '@cli-apps/core'
import { type Call, commandHelp, parseCall, programHelp } from './cli.ts'
import { textOption } from './command.ts'
import { readConfig } from './config.ts'
import { createContext } from './context.ts'
import { createOutput } from './ui/output.ts'

/** Runs one command line of the real process; gives the exit status. Never throws. */
export async function runCli(words: readonly string[]): Promise<number> {
  const { stdout, stderr, env: environment } = process
  // A reader that has seen enough, such as `head`, is no failure.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  const output = createOutput({
    stdout,
    stderr,
    isJson: words.includes('--json') && words[0] !== 'run',
    environment,
  })
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
    return await runCall(call, { ...output, isJson: call.options.json === true }, environment)
  } catch (error) {
    output.error(error)
    return isAppError(error) ? error.exitStatus : 1
  }
}

async function runCall(
  call: Call,
  output: ReturnType<typeof createOutput>,
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  const interrupt = new AbortController()
  const onSignal = (): void => {
    // The second interrupt does not wait for anything to be cleared up.
    if (interrupt.signal.aborted) process.exit(130)
    interrupt.abort()
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
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
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
  }
}
