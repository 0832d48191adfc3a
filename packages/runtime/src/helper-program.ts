import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** Files that run in a separate process or thread. */
type HelperName = 'jobs/supervisor' | 'discovery/find-worker' | 'query/query-worker'

export interface HelperProgram {
  file: string
  /** Whether it is TypeScript, as in a checkout of this project. */
  isSource: boolean
}

/**
 * Finds a separate file of the library, even if the library or its host was bundled; `undefined` if the bundler left it
 * behind.
 */
export function helperProgram(name: HelperName): HelperProgram | undefined {
  const here = path.dirname(fileURLToPath(import.meta.url))
  // No higher: those folders belong to others.
  for (const folder of [here, path.dirname(here)]) {
    const built = path.join(folder, `${name}.js`)
    if (existsSync(built)) return { file: built, isSource: false }
    const source = path.join(folder, `${name}.ts`)
    if (existsSync(source)) return { file: source, isSource: true }
  }
  return undefined
}

const conditions = '--conditions=@cli-apps/source'

/** The argv that starts it as a process. */
export function processArgv({ file, isSource }: HelperProgram): string[] {
  if (!isSource) return [process.execPath, file]
  const loader = pathToFileURL(createRequire(file).resolve('tsx')).href
  return [process.execPath, conditions, `--import=${loader}`, file]
}

/** Starts it as a thread. */
export function startThread({ file, isSource }: HelperProgram, options: WorkerOptions = {}): Worker {
  if (!isSource) return new Worker(file, options)
  // Node 20 ignores --import in threads.
  const loader = path.join(
    path.dirname(createRequire(file).resolve('tsx/package.json')),
    'dist/esm/api/index.mjs',
  )
  const [api, entry] = [loader, file].map((one) => JSON.stringify(pathToFileURL(one).href))
  const start = `import(${api}).then(({ register }) => { register(); return import(${entry}) })`
  return new Worker(start, { ...options, eval: true, execArgv: [conditions] })
}
