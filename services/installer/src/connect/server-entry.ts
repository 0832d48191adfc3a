import type { EntryShape } from '../agents/agent-servers.ts'

/** The name under which every agent knows our MCP server. */
export const serverName = 'cli-apps'

/** What an agent starts: a program with its arguments, and what it adds to the environment. */
export interface ServerCommand {
  argv: [string, ...string[]]
  env: Record<string, string>
}

type Entry = Record<string, unknown>

/** Returns the entry of our server as an agent of this shape writes it. */
export function entryOf(shape: EntryShape, { argv: [command, ...args], env }: ServerCommand): Entry {
  const hasEnv = Object.keys(env).length > 0
  const plain = { command, args, ...(hasEnv && { env }) }
  switch (shape) {
    case 'plain':
      return plain
    case 'stdio':
      return { type: 'stdio', ...plain }
    case 'rovodev':
      return { ...plain, transport: 'stdio' }
    case 'vibe':
      // As a list: the agent splits a text at its spaces.
      return {
        name: serverName,
        transport: 'stdio',
        command: [command, ...args],
        ...(hasEnv && { env }),
      }
    case 'copilot':
      return { type: 'local', ...plain, tools: ['*'] }
    case 'zed':
      return { source: 'custom', command, args, env }
    case 'opencode':
      return {
        type: 'local',
        command: [command, ...args],
        enabled: true,
        ...(hasEnv && { environment: env }),
      }
    case 'goose':
      return {
        enabled: true,
        type: 'stdio',
        name: serverName,
        description: 'Command-line programs that are installed with cli-apps',
        cmd: command,
        args,
        envs: env,
        timeout: 300,
      }
  }
}

/** Returns what an entry makes an agent start; `undefined` if that is no program. */
export function commandOf(shape: EntryShape, entry: unknown): ServerCommand | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined
  const { command, cmd, args = [], env, envs, environment } = entry as Entry
  const program = shape === 'goose' ? cmd : command
  const isList = shape === 'opencode' || shape === 'vibe'
  const words = isList ? command : [program, ...(isTexts(args) ? args : [undefined])]
  if (!isTexts(words)) return undefined
  const [first, ...rest] = words
  if (first === undefined) return undefined
  const variables = { goose: envs, opencode: environment }[shape as 'goose' | 'opencode'] ?? env ?? {}
  return isVariables(variables) ? { argv: [first, ...rest], env: { ...variables } } : undefined
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((word) => typeof word === 'string')

const isVariables = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string')
