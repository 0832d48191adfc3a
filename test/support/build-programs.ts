import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * Builds the two programs once a test run, so that tests drive what ships and never an old bundle; unless who runs the
 * tests has just built them.
 */
export function setup(): void {
  if (process.env.CLI_APPS_BUILT) return
  // For the other projects of this run.
  process.env.CLI_APPS_BUILT = '1'
  execFileSync(
    process.execPath,
    [fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url)), '--programs'],
    { stdio: 'inherit' },
  )
}
