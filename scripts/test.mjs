// Runs the tests: all that work offline, then those that install from the npm registry or Debian where these can be
// reached. Says what was skipped and why. Arguments go to the test runner and select offline tests only.
import { spawnSync } from 'node:child_process'
import { request } from 'node:https'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')

function runProject(project, args = []) {
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', project, ...args], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}

/** Does the npm registry answer within five seconds? */
const reachesNpm = () =>
  new Promise((resolve) => {
    const probe = request(
      'https://registry.npmjs.org/prettier/latest',
      { method: 'HEAD', timeout: 5000 },
      (response) => {
        response.resume()
        resolve(response.statusCode === 200)
      },
    )
    probe.on('timeout', () => probe.destroy())
    probe.on('error', () => resolve(false))
    probe.end()
  })

const args = process.argv.slice(2)
runProject('offline', args)
if (args.length > 0) process.exit(0)
if (await reachesNpm()) runProject('real')
else
  console.log(
    'Skipped: the tests that install from the npm registry and Debian; the npm registry does not answer.',
  )
if (process.env.TEST_DATABASE_URL === undefined) {
  console.log(
    'Skipped: the database tests on Postgres; they ran on PGlite. Set TEST_DATABASE_URL to run them on both.',
  )
}
