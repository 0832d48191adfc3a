import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { cleanEnvironment } from '@cli-apps/core/node'
import { afterAll } from 'vitest'
import { programArgvOf } from './cli.ts'

const [node = '', program = ''] = programArgvOf('cli-apps-registry')

const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

/** Starts the built registry, which ends with the tests of the file at the latest. */
export const startRegistry = (...args: string[]): ChildProcess => startProgram(program, ...args)

/** Starts a registry that was built or copied elsewhere. */
export function startProgram(file: string, ...args: string[]): ChildProcess {
  const child = spawn(node, [file, ...args], {
    env: { ...cleanEnvironment(process.env), CLI_APPS_LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  return child
}

interface RegistryOutcome {
  status: number
  stdout: string
  stderr: string
}

export const runRegistry = (...args: string[]): Promise<RegistryOutcome> => outcomeOf(startRegistry(...args))

/** Waits for the end of a registry that was started. */
export async function outcomeOf(child: ChildProcess): Promise<RegistryOutcome> {
  const texts = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.on('data', (chunk) => {
      texts[name] += chunk
    })
  const [status] = await once(child, 'close')
  return { status, ...texts }
}

/** A token of a user who may publish anything. */
export async function createUserToken(data: string): Promise<string> {
  const user = ['--user', 'ann', '--scope', 'publish:*']
  const { stdout, stderr } = await runRegistry('token', 'create', ...user, '--data', data, '--json')
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout).token
}

/** Address of a server that listens and may not be ready yet, as its log tells it. */
export async function listeningAt({ stderr }: ChildProcess): Promise<string> {
  if (stderr === null) throw new Error('no stderr')
  for await (const line of createInterface({ input: stderr })) {
    const url = /"url":"(http:[^"]+)"/.exec(line)?.[1]
    if (url !== undefined) return url
  }
  throw new Error('it never listened')
}

export interface Served {
  child: ChildProcess
  url: string
  /** What it printed when it was ready. */
  line: string
  /** Ends it and gives how it ended. */
  stop(signal: NodeJS.Signals): Promise<{ status: number | null; signal: string | null }>
}

/** Serves an empty registry, once it is ready. */
export const serve = (data: string, ...flags: string[]): Promise<Served> =>
  untilReady(startRegistry('serve', '--port', '0', '--data', data, '--no-seed', ...flags))

/** Waits until a registry that was started serves. */
export async function untilReady(child: ChildProcess): Promise<Served> {
  if (child.stdout === null) throw new Error('no stdout')
  const lines = createInterface({ input: child.stdout })
  const [line] = await Promise.race([once(lines, 'line'), once(child, 'exit').then(() => ['ended at once'])])
  const url = /http:\/\/[\d.:]+/.exec(String(line))?.[0]
  if (url === undefined) throw new Error(`serve printed ${line}`)
  const stop: Served['stop'] = async (signal) => {
    const ended = once(child, 'exit')
    child.kill(signal)
    const [status, by] = await ended
    return { status, signal: by }
  }
  return { child, url, line: String(line), stop }
}
