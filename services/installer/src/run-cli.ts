import { constants } from 'node:os'
import { CanceledError, cliCall, isAppError, setCliCall, t } from '@cli-apps/core'
import { type CommandLine, readCommandLine } from '@cli-apps/core/command-line'
import { hasMarkers, markersFolder, namesInNow } from '@cli-apps/core/node'
import { program } from './cli.ts'
import { type Command, textOption } from './command.ts'
import { readConfig } from './config.ts'
import { type CommandContext, createContext } from './context.ts'
import { type Language, localeLanguage, parseLanguage } from './messages/language.ts'
import { setReaderLanguage } from './messages/set-reader-language.ts'
import { configuredLanguage } from './settings/configured-language.ts'
import { fromSystemError } from './system-error.ts'
import { createOutput, type Output } from './ui/output.ts'
import { paletteFor } from './ui/palette.ts'

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
  const outputIn = async (language: Language, isJson: boolean): Promise<Output> => {
    // Programs read JSON, in one language.
    await setReaderLanguage(isJson ? 'en' : language)
    return createOutput({ stdout, stderr, isJson, environment })
  }
  // npx and scripts of npm find the program in the project; the reader's shell does not.
  if (['exec', 'run-script'].includes(environment.npm_command ?? '')) setCliCall('npx cli-apps')
  let output = createOutput({ stdout, stderr, isJson: false, environment })
  try {
    const line = await readCommandLine(words, { ...program, name: cliCall() })
    const isJson = line.values.json === true
    output = await outputIn(
      (await configuredLanguage(environment)) ?? localeLanguage(environment, stderr),
      isJson,
    )
    const flag = textOption(line.values, 'lang')
    const askedLanguage = flag === undefined ? undefined : parseLanguage(flag)
    if (askedLanguage !== undefined) output = await outputIn(askedLanguage, isJson)
    return await answer(line, { output, environment, askedLanguage })
  } catch (thrown) {
    const error = fromSystemError(thrown)
    output.error(error)
    return isAppError(error) ? error.exitStatus : 1
  }
}

type Caller = Pick<CommandContext, 'output' | 'environment' | 'askedLanguage'>

async function answer(line: CommandLine<Command>, caller: Caller): Promise<number> {
  switch (line.kind) {
    case 'call':
      return runCall(line, caller)
    case 'version': {
      const { version } = await import('./version.ts')
      caller.output.result({ version }, version)
      return 0
    }
    case 'help':
      await showHelp(line.topic, caller.output)
      return 0
    case 'invalid':
      if (!line.isEmpty || caller.output.isJson) throw line.error()
      await showHelp('', caller.output)
      return 2
  }
}

async function showHelp(topic: string, output: Output): Promise<void> {
  const { helpText } = await import('./ui/help-text.ts')
  output.help(`${helpText(topic, paletteFor(output.isColoured))}\n`)
}

/** What a shell reports for a program that the signal ended. */
const statusOf = (name: NodeJS.Signals): number => 128 + constants.signals[name]

/** A run leaves a note in a folder as long as it is not settled; without any, nothing is loaded to look after runs. */
async function settleRuns(context: CommandContext): Promise<void> {
  const { config, workspace } = context
  if (!hasMarkers(config.home) || namesInNow(markersFolder(config.home, workspace.root)).length === 0) return
  const { settleRuns: settle } = await import('./workspace/settle-runs.ts')
  await settle(context)
}

async function runCall(
  { command, args, values }: Extract<CommandLine<Command>, { kind: 'call' }>,
  { output, environment, askedLanguage }: Caller,
): Promise<number> {
  const interrupt = new AbortController()
  let received: NodeJS.Signals | undefined
  let handler: ((name: NodeJS.Signals) => void) | undefined
  const takeSignals: CommandContext['takeSignals'] = (taking) => {
    handler = taking
    return () => {
      handler = undefined
    }
  }
  const onSignal = (name: NodeJS.Signals): void => {
    if (handler !== undefined) {
      handler(name)
      return
    }
    // The second interrupt does not wait for anything to be cleared up.
    if (received !== undefined) process.exit(statusOf(name))
    received = name
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
      takeSignals,
      isOffline: values.offline === true,
      askedLanguage,
      isTrusting: command.isTrusting,
      workspaceFolder: textOption(values, 'workspace'),
      isGlobal: values.global === true,
      seesUserApps: command.seesUserApps,
    })
    await settleRuns(context)
    const { value, text, isVerbatim, paint, exitStatus = 0 } = await command.run(args, values, context)
    output.result(value, text, { isVerbatim, paint })
    return exitStatus
  } catch (error) {
    if (received === undefined) throw error
    // By its family and not its class, of which each bundle may have its own.
    if (isAppError(error) && error.exitStatus !== 130) throw error
    output.error(
      isAppError(error)
        ? error
        : new CanceledError('cli.interrupted', t('cli.interrupted', 'Interrupted.'), { cause: error }),
    )
    return statusOf(received)
  } finally {
    for (const name of signals) process.off(name, onSignal)
  }
}
