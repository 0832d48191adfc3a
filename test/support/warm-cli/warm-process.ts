import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { json } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { loadCompiled } from '../../../services/installer/src/load-compiled.ts'
import { startOf } from '../../../services/installer/src/start-of.ts'
import type { WarmAnswer, WarmCall } from './warm-call.ts'

/*
 * A process that runs one command line after the other with the built bundles of the installer. Each call gets the folder,
 * the environment and the output of a process of its own, and ends when such a process would.
 */

type Start = typeof import('../../../services/installer/src/run-cli.ts')
const [, , installer = '', socket = ''] = process.argv
const starts = pathToFileURL(path.join(installer, 'dist/starts/'))
const loaded = new Map<string, Start>()

function load(name: string): Start {
  const start = loaded.get(name) ?? loadCompiled<Start>(name, '', { NODE_DISABLE_COMPILE_CACHE: '1' }, starts)
  loaded.set(name, start)
  return start
}

/** Catches what is written to one of the standard streams. */
function captured(name: 'stdout' | 'stderr'): () => Promise<string> {
  const stream = new PassThrough()
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  Object.defineProperty(process, name, { configurable: true, value: stream })
  return async () => {
    stream.end()
    await once(stream, 'close')
    return Buffer.concat(chunks).toString()
  }
}

function replaceEnvironment(environment: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
}

/** What keeps a process alive, each kind as often as there is one. */
const keepsAlive = (): string[] =>
  process
    .getActiveResourcesInfo()
    .filter((kind) => kind !== 'CloseReq')
    .sort()
const longestEndMs = 20_000

/** Waits until nothing is left of a call that would have kept its process alive. */
async function untilIdle(before: readonly string[]): Promise<void> {
  const deadline = Date.now() + longestEndMs
  for (let pause = 0; keepsAlive().length > before.length; pause = 5) {
    if (Date.now() > deadline)
      throw new Error(`still open after ${longestEndMs} ms: ${keepsAlive().join(' ')}`)
    await wait(pause, undefined, { ref: false })
  }
}

async function answer({ words, cwd, environment }: WarmCall): Promise<WarmAnswer> {
  process.chdir(cwd)
  process.argv = [process.execPath, path.join(installer, 'bin/cli-apps.js'), ...words]
  process.execArgv = []
  replaceEnvironment(environment)
  process.exitCode = undefined
  const before = keepsAlive()
  const exits = new Set(process.listeners('exit'))
  const [stdout, stderr] = [captured('stdout'), captured('stderr')]
  const result = await load(startOf(words[0] ?? '')).runCli(words)
  await untilIdle(before)
  const status = Number(process.exitCode ?? 0) || result
  // Of those that a process calls when it ends, the ones that this call has left.
  for (const listener of process.listeners('exit').filter((one) => !exits.has(one))) {
    process.off('exit', listener)
    listener.call(process, status)
  }
  return { status, stdout: await stdout(), stderr: await stderr() }
}

// The test run was killed.
process.on('disconnect', () => process.exit())
rmSync(socket, { force: true })
createServer(async (request, response) => {
  try {
    response.end(JSON.stringify(await answer((await json(request)) as WarmCall)))
  } catch (error) {
    // The caller gets the reason, and the next call a new process.
    response.writeHead(500).end(error instanceof Error ? error.stack : String(error), () => process.exit(1))
  }
}).listen(socket, () => process.send?.('ready'))
