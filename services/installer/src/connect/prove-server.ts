import { ProcessError, t } from '@cli-apps/core'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { version } from '../version.ts'
import type { ServerCommand } from './server-entry.ts'

/** As long as agents commonly wait for a server to start; ms. */
const startMs = 30_000

/** How much of the server's error output an error shows. */
const shownCharacters = 2000

/**
 * Starts the server with the client of the MCP SDK, as agents do: in the folder of the project, with the few variables
 * that the SDK passes on and those of the entry. Returns the names of its tools, and ends it. Throws `ProcessError`
 * `connect.proof-failed` if it does not start, or offers no `run_cli_app`.
 */
export async function proveServer(
  { argv, env }: ServerCommand,
  { cwd, signal }: { cwd: string; signal: AbortSignal },
): Promise<string[]> {
  const [command, ...args] = argv
  const transport = new StdioClientTransport({ command, args, env, cwd, stderr: 'pipe' })
  let output = ''
  transport.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString('utf8')).slice(-shownCharacters)
  })
  const client = new Client({ name: 'cli-apps connect', version })
  try {
    const options = { signal: AbortSignal.any([signal, AbortSignal.timeout(startMs)]) }
    await client.connect(transport, options)
    const { tools } = await client.listTools({}, options)
    const names = tools.map(({ name }) => name)
    if (!names.includes('run_cli_app')) throw new Error(t('connect.no-tool', 'it offers no tool run_cli_app'))
    return names
  } catch (error) {
    signal.throwIfAborted()
    const said = output.trim().split('\n').at(-1)
    throw new ProcessError(
      'connect.proof-failed',
      t('connect.proof-failed', 'The server did not start as an agent starts it: {reason}', {
        reason: said || (error instanceof Error ? error.message : String(error)),
      }),
      {
        hint: t('connect.proof-failed.hint', 'Run it yourself: {command}', { command: argv.join(' ') }),
        details: { argv: [...argv], cwd, output },
        cause: error,
      },
    )
  } finally {
    await client.close().catch(() => {})
  }
}
