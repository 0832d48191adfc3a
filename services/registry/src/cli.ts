import { parseArgs } from 'node:util'
import packageFile from '../package.json' with { type: 'json' }
import type { Command, CommandInput } from './command.ts'

const program = 'cli-apps-registry'

/** Loaded when asked for, so that `--version` and `--help` start nothing. */
const commands: Record<string, { summary: string; load: () => Promise<Command> }> = {
  serve: {
    summary: 'serve the registry over HTTP',
    load: async () => (await import('./commands/serve.ts')).serveCommand,
  },
  migrate: {
    summary: 'bring the tables of the database to this version',
    load: async () => (await import('./commands/migrate.ts')).migrateCommand,
  },
  seed: {
    summary: 'publish the catalogue that comes with the program',
    load: async () => (await import('./commands/seed.ts')).seedCommand,
  },
  export: {
    summary: 'write all documents into a folder, for any file server',
    load: async () => (await import('./commands/export.ts')).exportCommand,
  },
  backup: {
    summary: 'write all of the database into a file',
    load: async () => (await import('./commands/backup.ts')).backupCommand,
  },
  restore: {
    summary: 'put a backup into an empty database',
    load: async () => (await import('./commands/restore.ts')).restoreCommand,
  },
  'keys generate': {
    summary: 'make a private key to sign with',
    load: async () => (await import('./commands/keys.ts')).keysGenerateCommand,
  },
  'keys list': {
    summary: 'list the keys of the registry',
    load: async () => (await import('./commands/keys.ts')).keysListCommand,
  },
  'keys rotate': {
    summary: 'let a new key take the place of the one in use',
    load: async () => (await import('./commands/keys.ts')).keysRotateCommand,
  },
  'keys sign': {
    summary: 'sign the versions that have no signature',
    load: async () => (await import('./commands/keys.ts')).keysSignCommand,
  },
  'import cli-anything': {
    summary: 'make manifests of a catalog of CLI-Anything',
    load: async () => (await import('./commands/import.ts')).importCliAnythingCommand,
  },
  'token create': {
    summary: 'make a token',
    load: async () => (await import('./commands/tokens.ts')).tokenCreateCommand,
  },
  'token list': {
    summary: 'list tokens',
    load: async () => (await import('./commands/tokens.ts')).tokenListCommand,
  },
  'token revoke': {
    summary: 'end a token',
    load: async () => (await import('./commands/tokens.ts')).tokenRevokeCommand,
  },
  'user create': {
    summary: 'make a user without a token',
    load: async () => (await import('./commands/users.ts')).userCreateCommand,
  },
  'user list': {
    summary: 'list users',
    load: async () => (await import('./commands/users.ts')).userListCommand,
  },
  'user disable': {
    summary: 'refuse all tokens of a user',
    load: async () => (await import('./commands/users.ts')).userDisableCommand,
  },
  'user enable': {
    summary: 'take them again',
    load: async () => (await import('./commands/users.ts')).userEnableCommand,
  },
  'org create': {
    summary: 'make an organisation',
    load: async () => (await import('./commands/organisations.ts')).orgCreateCommand,
  },
  'org list': {
    summary: 'list organisations, members and prefixes',
    load: async () => (await import('./commands/organisations.ts')).orgListCommand,
  },
  'org add-member': {
    summary: 'let a user act for an organisation',
    load: async () => (await import('./commands/organisations.ts')).orgAddMemberCommand,
  },
  'org remove-member': {
    summary: 'no longer',
    load: async () => (await import('./commands/organisations.ts')).orgRemoveMemberCommand,
  },
  'org add-prefix': {
    summary: 'keep names for an organisation',
    load: async () => (await import('./commands/organisations.ts')).orgAddPrefixCommand,
  },
  'org remove-prefix': {
    summary: 'give them free',
    load: async () => (await import('./commands/organisations.ts')).orgRemovePrefixCommand,
  },
  'trust add': {
    summary: 'let an OIDC identity publish an app',
    load: async () => (await import('./commands/trust.ts')).trustAddCommand,
  },
  'trust list': {
    summary: 'list trusted publishers',
    load: async () => (await import('./commands/trust.ts')).trustListCommand,
  },
  'trust remove': {
    summary: 'trust one no longer',
    load: async () => (await import('./commands/trust.ts')).trustRemoveCommand,
  },
  approve: {
    summary: 'lift a publishing rule for an app',
    load: async () => (await import('./commands/approvals.ts')).approveCommand,
  },
  'approve list': {
    summary: 'list what was approved',
    load: async () => (await import('./commands/approvals.ts')).approveListCommand,
  },
  'approve remove': {
    summary: 'take an approval back',
    load: async () => (await import('./commands/approvals.ts')).approveRemoveCommand,
  },
}

export interface Terminal {
  environment: NodeJS.ProcessEnv
  out: (text: string) => void
  error: (text: string) => void
}

/** Runs one command line; gives the exit status. */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  const isJson = args.includes('--json')
  try {
    await dispatch(args, isJson, terminal)
    return 0
  } catch (error) {
    const { isAppError, toErrorReport } = await import('@cli-apps/core')
    const report = toErrorReport(error)
    if (isJson) terminal.out(JSON.stringify({ error: report }))
    else {
      const issues = (report.issues ?? []).map(({ path, message }) => `  ${path}: ${message}`)
      terminal.error(
        [`Error: ${report.message}`, ...issues, ...(report.hint ? [report.hint] : [])].join('\n'),
      )
    }
    if (isAppError(error)) return error.exitStatus
    terminal.error(error instanceof Error ? (error.stack ?? error.message) : String(error))
    return 1
  }
}

async function dispatch(args: readonly string[], isJson: boolean, terminal: Terminal): Promise<void> {
  const words = args.slice(0, 2)
  const name = [words.join(' '), words[0] ?? ''].find((candidate) => Object.hasOwn(commands, candidate))
  const command = name === undefined ? undefined : await commands[name]?.load()
  if (name === undefined || command === undefined) return answerWithoutCommand(args, isJson, terminal)
  const values = await parseFlags(command, args.slice(name.split(' ').length))
  if (values.help)
    return terminal.out([`Usage: ${program} ${command.usage}`, '', ...command.help, ...shared].join('\n'))
  const print: CommandInput['print'] = (result, text) => terminal.out(isJson ? JSON.stringify(result) : text)
  await command.run({ values, environment: terminal.environment, print })
}

const shared = ['', '--json            one line of JSON on stdout', '--help            this text']

async function parseFlags(command: Command, args: string[]): Promise<Record<string, unknown>> {
  const wanted = command.positionals ?? []
  const options = {
    ...command.options,
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const
  const refuse = (message: string) => usageError(message, `${program} ${command.usage}`)
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: wanted.length > 0 })
    if (values.help || positionals.length === wanted.length)
      return { ...values, ...Object.fromEntries(wanted.map((name, index) => [name, positionals[index]])) }
  } catch (cause) {
    throw await refuse(cause instanceof Error ? cause.message : String(cause))
  }
  throw await refuse(
    `This takes ${wanted.map((name) => name.toUpperCase()).join(' and ')}, neither less nor more.`,
  )
}

async function answerWithoutCommand(
  args: readonly string[],
  isJson: boolean,
  terminal: Terminal,
): Promise<void> {
  if (args.includes('--version') || args.includes('-v'))
    return terminal.out(isJson ? JSON.stringify({ version: packageFile.version }) : packageFile.version)
  if (args.includes('--help') || args.includes('-h')) return terminal.out(overview())
  const [word] = args
  throw await usageError(
    word === undefined ? 'A command is missing.' : `${JSON.stringify(word)} is not a command.`,
    `${program} --help lists the commands`,
  )
}

function overview(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length))
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`)
  return [`Usage: ${program} <command> [flags]`, '', ...lines, '', '  --version, --help, --json'].join('\n')
}

async function usageError(message: string, usage: string): Promise<Error> {
  const { UsageError } = await import('@cli-apps/core')
  return new UsageError('cli.usage', message, { hint: `Usage: ${usage}` })
}
