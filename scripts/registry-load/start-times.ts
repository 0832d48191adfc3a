import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../services/registry/bin/cli-apps-registry.js', import.meta.url))

/** Milliseconds until the built registry listens: on a new embedded database with its catalog, and on the same one again. */
export async function startTimes(): Promise<{ first: number; later: number[] }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cli-apps-bench-'))
  try {
    const first = await startTime(folder)
    const later: number[] = []
    for (let round = 0; round < 3; round++) later.push(await startTime(folder))
    return { first, later }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function startTime(folder: string): Promise<number> {
  const started = performance.now()
  const child = spawn(process.execPath, [program, 'serve', '--port', '0', '--data', folder], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const exited = once(child, 'exit')
  // The address is the first that it prints; a program that fails prints nothing here.
  const printed = await Promise.race([once(child.stdout, 'data'), exited])
  const time = Math.round(performance.now() - started)
  if (!String(printed[0]).startsWith('Listening')) throw new Error(`${program} does not start: npm run build`)
  child.kill()
  await exited
  return time
}
