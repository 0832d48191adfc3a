import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Builds the two programs once a test run, so that tests drive what ships and never an old bundle. */
export function setup(): void {
  execFileSync(
    process.execPath,
    [fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url)), '--programs'],
    { stdio: 'inherit' },
  )
}
