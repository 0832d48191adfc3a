import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { type CliResult, type Machine, programArgvOf } from './cli.ts'

/** Runs `cli-apps` with text on its standard input, as a pipe gives it. */
export async function runWithInput(
  { workspace, environment }: Machine,
  input: string,
  ...args: string[]
): Promise<Omit<CliResult, 'json'>> {
  const [program = '', ...own] = programArgvOf('cli-apps')
  const child = spawn(program, [...own, ...args], { cwd: workspace, env: environment })
  const ended = once(child, 'exit')
  child.stdin.end(input)
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [status] = (await ended) as [number | null]
  return { status, stdout, stderr }
}
