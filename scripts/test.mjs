// Runs the tests: all that work offline, then those that install from the npm registry or Debian where these can be
// reached. Says what was skipped and why. Arguments go to the test runner and select among the offline tests.
import { spawnSync } from 'node:child_process'
import { request } from 'node:https'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { prepareCheckout, root, runOrExit } from './prepare-checkout.mjs'

const runProject = (project, args = []) =>
  runOrExit(process.execPath, [
    path.join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--project',
    project,
    ...args,
  ])

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

prepareCheckout()
const args = process.argv.slice(2)
runProject('offline*', args)
if (args.length === 0) {
  // These are programs of others, some of which do not wait for what is slow: no more of them than there are processors.
  if (await reachesNpm()) runProject('real', [`--maxWorkers=${availableParallelism()}`])
  else
    console.log(
      'Skipped: the tests that install from the npm registry and Debian; the npm registry does not answer.',
    )
}
if (spawnSync('python3', ['-c', 'import venv, ensurepip']).status !== 0) {
  console.log('Skipped: the install of a pip app; there is no python3 that can make virtual environments.')
}
if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) {
  console.log('Skipped: the install of a Debian package; that needs apt-get and root.')
}
const sandbox = spawnSync('bwrap', [
  '--ro-bind',
  '/',
  '/',
  '--proc',
  '/proc',
  '--unshare-pid',
  '--unshare-net',
  'true',
])
if (sandbox.status !== 0) {
  const reason = sandbox.error ? 'bubblewrap is not installed' : String(sandbox.stderr).trim()
  console.log(`Skipped: the tests of the sandbox; ${reason}.`)
}
for (const shell of ['zsh', 'fish']) {
  if (spawnSync(shell, ['-c', 'true']).status !== 0)
    console.log(`Skipped: completion in ${shell}, which is not installed.`)
}
if (spawnSync('dbus-run-session', ['--', 'gnome-keyring-daemon', '--version']).status !== 0) {
  console.log(
    'Skipped: the tests with a keyring of the system; that needs dbus-run-session and gnome-keyring.',
  )
}
if (process.env.TEST_DATABASE_URL === undefined) {
  console.log(
    'Database tests ran on PGlite alone; set TEST_DATABASE_URL to run them on a Postgres server instead.',
  )
}
