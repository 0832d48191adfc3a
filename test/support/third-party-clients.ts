import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { exists } from '@cli-apps/core/node'
import semver from 'semver'
import type { Machine } from './cli.ts'

const run = promisify(execFile)

/** Clients are kept between test runs: they are pinned, and nothing of them is in this repository. */
const folder = path.join(tmpdir(), 'cli-apps-third-party-clients')

/** Returns the folder of an npm package of that exact version, installed from npm where it is not there yet. */
export async function packageFolder(name: string, version: string): Promise<string> {
  const home = path.join(folder, `${name}-${version}`)
  const installed = path.join(home, 'node_modules', name)
  if (await exists(path.join(home, 'node_modules', '.package-lock.json'))) return installed
  await mkdir(home, { recursive: true })
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save']
  await run('npm', ['install', ...flags, '--prefix', home, `${name}@${version}`])
  return installed
}

/** A Node.js that every client runs on: this one, or one that npm has as a package for Linux. */
async function clientNode(): Promise<string> {
  if (semver.gte(process.version, '22.20.0')) return process.execPath
  return path.join(await packageFolder(`node-linux-${process.arch}`, '22.23.3'), 'bin', 'node')
}

export const canRunClients = semver.gte(process.version, '22.20.0') || process.platform === 'linux'

/** Runs a client of another registry in a folder; gives what it printed, and throws when it fails. */
export async function createClient(
  machine: Machine,
  { name, version, script, environment = {} }: ClientOptions,
): Promise<(cwd: string, ...args: string[]) => Promise<string>> {
  const [node, home] = [await clientNode(), await packageFolder(name, version)]
  const env = {
    ...machine.environment,
    PATH: `${path.dirname(node)}${path.delimiter}${machine.environment.PATH}`,
    CI: '1',
    DO_NOT_TRACK: '1',
    DISABLE_TELEMETRY: '1',
    ...environment,
  }
  return async (cwd, ...args) => {
    const { stdout, stderr } = await run(node, [path.join(home, script), ...args], { cwd, env })
    return `${stdout}${stderr}`
  }
}

export interface ClientOptions {
  name: string
  version: string
  /** The program, from the package's folder. */
  script: string
  environment?: Record<string, string>
}
