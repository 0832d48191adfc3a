import { parseArgs } from 'node:util'
import { nearestNames, t, UsageError } from '@cli-apps/core'
import { type Command, commonOptions, type OptionDefinition, parseOptions } from './command.ts'
import { aliases } from './command-aliases.ts'

/** Commands by name, each loaded only when it is called. `npm run docs` writes what they say of themselves to `command-index.json`. */
export const commands: Record<string, () => Promise<Command>> = {
  install: async () => (await import('./commands/change/install.ts')).install,
  ci: async () => (await import('./commands/change/ci.ts')).ci,
  update: async () => (await import('./commands/change/update.ts')).update,
  outdated: async () => (await import('./commands/check/outdated.ts')).outdated,
  audit: async () => (await import('./commands/check/audit.ts')).audit,
  sbom: async () => (await import('./commands/check/sbom.ts')).sbom,
  lock: async () => (await import('./commands/change/lock.ts')).lock,
  pin: async () => (await import('./commands/change/pin.ts')).pin,
  uninstall: async () => (await import('./commands/change/uninstall.ts')).uninstall,
  list: async () => (await import('./commands/use/list.ts')).list,
  search: async () => (await import('./commands/use/search.ts')).search,
  info: async () => (await import('./commands/use/info.ts')).info,
  skill: async () => (await import('./commands/use/skill.ts')).skill,
  run: async () => (await import('./commands/use/run.ts')).run,
  tools: async () => (await import('./commands/use/tools.ts')).tools,
  mcp: async () => (await import('./commands/use/mcp.ts')).mcp,
  jobs: async () => (await import('./commands/use/jobs.ts')).jobs,
  inspect: async () => (await import('./commands/use/inspect.ts')).inspect,
  init: async () => (await import('./commands/setup/init.ts')).init,
  trust: async () => (await import('./commands/setup/trust.ts')).trust,
  env: async () => (await import('./commands/setup/env.ts')).env,
  grant: async () => (await import('./commands/setup/grant.ts')).grant,
  revoke: async () => (await import('./commands/setup/revoke.ts')).revoke,
  publish: async () => (await import('./commands/publish/publish.ts')).publish,
  validate: async () => (await import('./commands/publish/validate.ts')).validate,
  yank: async () => (await import('./commands/publish/yank.ts')).yank,
  unyank: async () => (await import('./commands/publish/unyank.ts')).unyank,
  deprecate: async () => (await import('./commands/publish/deprecate.ts')).deprecate,
  owners: async () => (await import('./commands/publish/owners.ts')).owners,
  history: async () => (await import('./commands/publish/history.ts')).history,
  login: async () => (await import('./commands/publish/login.ts')).login,
  logout: async () => (await import('./commands/publish/logout.ts')).logout,
  whoami: async () => (await import('./commands/publish/whoami.ts')).whoami,
  verify: async () => (await import('./commands/check/verify.ts')).verify,
  doctor: async () => (await import('./commands/check/doctor.ts')).doctor,
  config: async () => (await import('./commands/setup/config.ts')).config,
  cache: async () => (await import('./commands/setup/cache.ts')).cache,
  completion: async () => (await import('./commands/setup/completion.ts')).completion,
}

export interface Call {
  name: string
  command: Command
  args: string[]
  options: Record<string, string | boolean | undefined>
}

/** Finds the command that the words name and parses the rest by its options. Throws `UsageError`. */
export async function parseCall(words: readonly string[]): Promise<Call> {
  const [word = '', ...rest] = words
  const { name, command } = await getCommand(word)
  const { own, passed } = splitPassedOn(command, rest)
  try {
    const { values, positionals } = parseArgs({
      args: own,
      options: parseOptions({ ...command.options, ...commonOptions }),
      allowPositionals: true,
      strict: true,
    })
    return { name, command, args: [...positionals, ...passed], options: values as Call['options'] }
  } catch (cause) {
    throw new UsageError('cli.bad-option', optionFault(cause), {
      hint: t('cli.bad-option.hint', 'Run "cli-apps {name} --help" to list its options.', { name }),
      cause,
    })
  }
}

/** What `parseArgs` of Node refuses, by its documented codes. */
function optionFault(cause: unknown): string {
  const { message = String(cause), code } = cause as { message?: string; code?: string }
  const option = /'([^']*)'/.exec(message)?.[1]?.split(',').at(-1)?.trim().split(/[ =]/)[0]
  if (option !== undefined && code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION')
    return t('cli.bad-option.unknown', 'Unknown option: {option}.', { option })
  if (option !== undefined && code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE')
    return message.includes('does not take')
      ? t('cli.bad-option.value', '{option} takes no value.', { option })
      : t('cli.bad-option.no-value', '{option} requires a value.', { option })
  return `${message.split('. ')[0]}.`
}

/** The command of that name or alias. Throws `UsageError` with the nearest name. */
export async function getCommand(word: string): Promise<{ name: string; command: Command }> {
  const name = Object.hasOwn(aliases, word) ? (aliases[word] ?? word) : word
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (load === undefined) throw unknownCommand(word)
  return { name, command: await load() }
}

/** Where a command hands arguments on to a program, all that follows the first word is the program's. */
function splitPassedOn(command: Command, rest: readonly string[]): { own: string[]; passed: string[] } {
  if (!command.passesArguments) return { own: [...rest], passed: [] }
  const takesValue = (word: string): boolean => {
    const spec = { ...command.options, ...commonOptions }[word.replace(/^--/, '')] as
      | OptionDefinition
      | undefined
    return word.startsWith('--') && spec?.type === 'string'
  }
  let index = 0
  while (index < rest.length && rest[index]?.startsWith('-')) index += takesValue(rest[index] ?? '') ? 2 : 1
  return { own: rest.slice(0, index + 1), passed: rest.slice(index + 1) }
}

function unknownCommand(word: string): UsageError {
  const near = nearestNames(word, Object.keys(commands), 1)
  return new UsageError(
    'cli.unknown-command',
    word === ''
      ? t('cli.unknown-command', 'Missing command.')
      : t('cli.unknown-command.unknown-command', 'Unknown command: {word}.', { word: JSON.stringify(word) }),
    {
      hint:
        near[0] === undefined
          ? t('cli.unknown-command.hint', 'Run "cli-apps --help" to list the commands.')
          : t('cli.unknown-command.hint.did-you-mean-cli-apps', 'Did you mean "cli-apps {near}"?', {
              near: near[0],
            }),
    },
  )
}
