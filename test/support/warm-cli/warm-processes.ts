import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { TestProject } from 'vitest/node'
import { testHome } from '../test-home.ts'
import { socketOf } from './warm-socket.ts'

const installer = fileURLToPath(new URL('../../../services/installer', import.meta.url))
const running = new Set<ChildProcess>()
let isEnding = false

/** Starts a process, and another one when it ends: a fault in one call must not reach the next. */
async function start(program: string, socket: string): Promise<void> {
  const child = fork(program, [installer, socket], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  running.add(child)
  const ended = once(child, 'exit').then(() => running.delete(child))
  await Promise.race([
    once(child, 'message'),
    ended.then(() => Promise.reject(new Error('A process for the command lines of tests does not start.'))),
  ])
  void ended.then(async () => {
    if (!isEnding) await start(program, socket)
  })
}

/** One process for each worker of the test run. It is plain JavaScript: a loader would pass to the threads that it starts. */
export async function setup({ vitest }: TestProject): Promise<void> {
  if (process.env.CLI_APPS_COLD) return
  const folder = path.join(testHome, 'warm')
  const program = path.join(folder, 'process.cjs')
  const source = fileURLToPath(new URL('./warm-process.ts', import.meta.url))
  await build({
    entryPoints: [source],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'error',
  })
  const workers = Array.from({ length: Number(vitest.config.maxWorkers) }, (_, at) => at + 1)
  await Promise.all(workers.map((worker) => start(program, socketOf(testHome, worker))))
}

export async function teardown(): Promise<void> {
  isEnding = true
  await Promise.all(
    [...running].map((child) => {
      const ended = once(child, 'exit')
      child.kill()
      return ended
    }),
  )
}
