import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** Far above what the largest manifest needs. A thread that exceeds it ends without affecting the server. */
const maxHeapMb = 384

/** Starts a thread of the pool from the bundled file, or from the source in a checkout. */
export function startWorkThread(): Worker {
  const thread = new Worker(...threadProgram())
  // An idle thread must not keep the process alive.
  thread.unref()
  return thread
}

const limits: WorkerOptions = { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } }

function threadProgram(): [program: string, options: WorkerOptions] {
  const here = path.dirname(fileURLToPath(import.meta.url))
  for (const folder of [here, path.dirname(here)]) {
    const built = path.join(folder, 'work', 'work-thread.js')
    if (existsSync(built)) return [built, { ...limits, execArgv: [] }]
  }
  const source = path.join(here, 'work-thread.ts')
  // Threads do not inherit a loader from the command line.
  const tsx = path.join(createRequire(source).resolve('tsx/package.json'), '../dist/esm/api/index.mjs')
  const program = `import(${urlText(tsx)}).then(({ register }) => { register(); return import(${urlText(source)}) })`
  return [program, { ...limits, eval: true, execArgv: ['--conditions=@cli-apps/source'] }]
}

const urlText = (file: string): string => JSON.stringify(pathToFileURL(file).href)
