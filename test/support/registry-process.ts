import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { type Machine, programArgvOf } from './cli.ts'
import { temporaryFolder } from './temporary-folder.ts'

export interface RunningRegistry {
  url: string
  process: ChildProcess
  /** Folder of its embedded database. */
  data: string
  /** Makes a token, through the running server. */
  token: (user: string, scope: string) => Promise<string>
  /** Asks it to end; gives its exit status. */
  stop: () => Promise<number | null>
}

/** Starts `cli-apps-registry serve` on any free port, with an embedded database of its own. */
export async function startRegistry(machine: Machine, ...flags: string[]): Promise<RunningRegistry> {
  const data = await temporaryFolder()
  const [program = '', ...args] = [
    ...programArgvOf('cli-apps-registry'),
    'serve',
    '--port',
    '0',
    '--data',
    data,
    '--json',
    ...flags,
  ]
  const child = spawn(program, args, {
    env: { ...machine.environment, CLI_APPS_LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const { url } = JSON.parse(await firstDocument(child)) as { url: string }
  return {
    url,
    process: child,
    data,
    token: async (user, scope) => {
      const made = await machine.registry(
        'token',
        'create',
        '--user',
        user,
        '--scope',
        scope,
        '--data',
        data,
        '--json',
      )
      return made.json<{ token: string }>().token
    },
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      return ((await ended) as [number | null])[0]
    },
  }
}

/** What the server prints once it listens. */
async function firstDocument(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('the registry has no output')
  let text = ''
  for await (const line of createInterface({ input: child.stdout })) {
    text += line
    if (line === '}' || (line.startsWith('{') && line.endsWith('}'))) return text
  }
  throw new Error(`the registry ended before it listened: ${text}`)
}
