import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

/** Runs a command in the checkout and shows its output; ends this process when it fails. */
export function runOrExit(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  if (error !== undefined) console.error(`${command} cannot be started: ${error.message}`)
  if (status !== 0) process.exit(status ?? 1)
}

/**
 * Installs what package-lock.json names, unless exactly that is installed; either way everything is built afterwards.
 * What this process starts need not build again: `CLI_APPS_BUILT` tells it.
 */
export function prepareCheckout() {
  if (process.env.CLI_APPS_BUILT) return
  installAndBuild()
  process.env.CLI_APPS_BUILT = '1'
}

function installAndBuild() {
  if (isInstalled()) {
    runOrExit(process.execPath, [path.join(root, 'scripts/build.mjs')])
    return
  }
  console.log('Installing dependencies and building (npm ci) …')
  runOrExit('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    shell: process.platform === 'win32',
  })
}

/** npm notes in node_modules what it installed; it differs from the lockfile after a change of dependencies. */
function isInstalled() {
  const installed = path.join(root, 'node_modules/.package-lock.json')
  if (!existsSync(installed)) return false
  const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages
  const locked = packagesOf(path.join(root, 'package-lock.json'))
  const present = packagesOf(installed)
  return Object.entries(locked).every(
    ([name, { version, optional }]) => name === '' || optional || present[name]?.version === version,
  )
}
