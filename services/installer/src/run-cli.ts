import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import { CanceledError, isAppError, t, UsageError } from '@cli-apps/core'
import { type Call, getCommand, parseCall } from './cli.ts'
import { commonOptions, textOption } from './command.ts'
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
  const usual = (await configuredLanguage(environment)) ?? localeLanguage(environment, stderr)
  // Until the words are parsed it is only likely what the caller wants to read.
  let output = await outputIn(usual, words.includes('--json') && words[0] !== 'run')
  try {
    const { rest, language } = leadingLanguage(words)
    if (language !== undefined) output = await outputIn(language, output.isJson)
    const asked = helpAsked(rest)
    if (asked !== undefined) {
      output.help(await helpText(asked, output))
      return rest.length === 0 ? 2 : 0
    }
    const call = await parseCall(rest)
    const flag = textOption(call.options, 'lang')
    const askedLanguage = flag === undefined ? language : parseLanguage(flag)
    output = await outputIn(askedLanguage ?? usual, call.options.json === true)
    if (call.options.help === true) {
      output.help(await helpText(call.name, output))
      return 0
    }
    return await runCall(call, { output, environment, askedLanguage })
  } catch (thrown) {
    const error = fromSystemError(thrown)
    output.error(error)
    return isAppError(error) ? error.exitStatus : 1
  }
}

/** What a shell reports for a program that the signal ended. */
const statusOf = (name: NodeJS.Signals): number => 128 + constants.signals[name]

/** `--lang` may also stand before the command. Throws `UsageError` for a language that there is not. */
function leadingLanguage(words: readonly string[]): {
  rest: readonly string[]
  language: Language | undefined
} {
  const [first = '', second] = words
  if (first.startsWith('--lang=')) return { rest: words.slice(1), language: parseLanguage(first.slice(7)) }
  if (first !== '--lang') return { rest: words, language: undefined }
  if (second !== undefined) return { rest: words.slice(2), language: parseLanguage(second) }
  throw new UsageError('cli.bad-option', t('cli.bad-option.missing-language', 'Missing language.'), {
    hint: t('cli.bad-option.hint.pass-lang-en-lang', 'Pass --lang en or --lang zh.'),
  })
}

/** The command whose help is asked for, empty for that of the program; `undefined` where none is. */
function helpAsked([first, second = '']: readonly string[]): string | undefined {
  if (first === undefined || first === '--help' || first === '-h') return ''
  return first === 'help' ? second.replace(/^-.*/, '') : undefined
}

async function helpText(name: string, { isColoured }: Output): Promise<string> {
  const { commandHelp, programHelp } = await import('./ui/help-text.ts')
  const paint = paletteFor(isColoured)
  if (name === '') return programHelp(paint)
  const found = await getCommand(name)
  const options = { ...found.command.options, ...commonOptions }
  return commandHelp(found.name, { ...found.command, options }, paint)
}

/** Runs leave a folder there; where there is none, nothing needs to be loaded to look after them. */
async function settleRuns(context: CommandContext): Promise<void> {
  if (!existsSync(path.join(context.config.home, 'runs'))) return
  const { settleRuns: settle } = await import('./workspace/settle-runs.ts')
  await settle(context)
}

async function runCall(
  call: Call,
  { output, environment, askedLanguage }: Pick<CommandContext, 'output' | 'environment' | 'askedLanguage'>,
): Promise<number> {
  const interrupt = new AbortController()
  let received: NodeJS.Signals | undefined
  const onSignal = (name: NodeJS.Signals): void => {
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
      isOffline: call.options.offline === true,
      askedLanguage,
      isTrusting: call.command.isTrusting,
      workspaceFolder: textOption(call.options, 'workspace'),
    })
    await settleRuns(context)
    const {
      value,
      text,
      isForeign,
      paint,
      exitStatus = 0,
    } = await call.command.run(call.args, call.options, context)
    output.result(value, text, { isForeign, paint })
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
