import { UsageError } from '../errors/errors.ts'
import { t } from '../messages/t.ts'
import { nearestNames } from '../search/nearest-names.ts'

/**
 * Makes the error about a mistake when the reader's language is known. `command` is the command line up to the name of the
 * command, such as `cli-apps install`.
 */
export type UsageFault = (command: string) => UsageError

export const unknownOption =
  (option: string): UsageFault =>
  (command) =>
    badOption(t('cli.bad-option.unknown', 'Unknown option: {option}.', { option }), command)

export const unexpectedValue =
  (option: string): UsageFault =>
  (command) =>
    badOption(t('cli.bad-option.value', '{option} takes no value.', { option }), command)

export const missingValue =
  (option: string): UsageFault =>
  (command) =>
    badOption(t('cli.bad-option.no-value', '{option} requires a value.', { option }), command)

export const missingOption =
  (option: string): UsageFault =>
  (command) =>
    badOption(t('cli.bad-option.missing', 'Missing option: {option}.', { option }), command)

const badOption = (message: string, command: string): UsageError =>
  new UsageError('cli.bad-option', message, {
    hint: t('cli.bad-option.hint', 'Run "{command} --help" to list its options.', { command }),
  })

export const missingArgument =
  (name: string, usage: string): UsageFault =>
  (command) =>
    badArguments(t('cli.bad-arguments.missing', 'Missing argument: {name}.', { name }), `${command} ${usage}`)

export const unexpectedArgument =
  (word: string, usage: string): UsageFault =>
  (command) =>
    badArguments(
      t('cli.bad-arguments.unexpected', 'Unexpected argument: {word}.', { word: JSON.stringify(word) }),
      `${command} ${usage}`,
    )

const badArguments = (message: string, words: string): UsageError =>
  new UsageError('cli.bad-arguments', message, {
    hint: t('help-text.usage', 'Usage: {words}', { words: words.trimEnd() }),
  })

export const missingCommand = (): UsageFault => (program) =>
  unknown(t('cli.unknown-command', 'Missing command.'), listHint(program))

export const missingSubcommand =
  (group: string, members: readonly string[]): UsageFault =>
  (program) =>
    unknown(
      t('cli.unknown-command.missing-subcommand', 'Missing subcommand: {group} <{members}>.', {
        group,
        members: members.join('|'),
      }),
      listHint(`${program} ${group}`),
    )

export const unknownCommand =
  (asked: string, names: readonly string[]): UsageFault =>
  (program) => {
    const firstWords = names.map((name) => name.split(' ')[0] ?? name)
    const [near] = nearestNames(asked, new Set([...names, ...firstWords]), 1)
    return unknown(
      t('cli.unknown-command.unknown-command', 'Unknown command: {word}.', { word: JSON.stringify(asked) }),
      near === undefined
        ? listHint(program)
        : t('cli.unknown-command.hint.did-you-mean', 'Did you mean "{command}"?', {
            command: `${program} ${near}`,
          }),
    )
  }

const unknown = (message: string, hint: string): UsageError =>
  new UsageError('cli.unknown-command', message, { hint })

const listHint = (command: string): string =>
  t('cli.unknown-command.hint', 'Run "{command} --help" to list the commands.', { command })
