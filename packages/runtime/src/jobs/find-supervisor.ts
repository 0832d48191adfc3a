import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { NotFoundError } from '@cli-apps/core'

/**
 * What starts a supervisor, as an argv. It is a file of its own beside this one, also where the library or a program that
 * carries it was bundled. Throws `NotFoundError` `job.no-supervisor`.
 */
export function supervisorArgv(): string[] {
  const here = path.dirname(fileURLToPath(import.meta.url))
  // No further up: there are files of others.
  for (const folder of [here, path.dirname(here)]) {
    const built = path.join(folder, 'jobs', 'supervisor.js')
    if (existsSync(built)) return [process.execPath, built]
    const source = path.join(folder, 'jobs', 'supervisor.ts')
    if (existsSync(source)) return [process.execPath, ...sourceOptions(source), source]
  }
  throw new NotFoundError(
    'job.no-supervisor',
    'The program that runs jobs is missing beside @cli-apps/runtime.',
    {
      hint: 'Run the app without background. A program that bundles @cli-apps/runtime has to leave it outside.',
    },
  )
}

/** How TypeScript is run in a checkout of this project. */
const sourceOptions = (source: string): string[] => [
  '--conditions=@cli-apps/source',
  `--import=${pathToFileURL(createRequire(source).resolve('tsx')).href}`,
]
