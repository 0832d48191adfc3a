/*
 * Installs apps of the catalog into a temporary store, reads their help, and writes their command trees with the digests
 * of their files, so that installs of exactly these files need not read help. Build first. It tests nothing: entries must
 * have passed `npm run catalog:smoke`.
 *
 *   npm run catalog:trees -- prettier cspell
 *
 * A tree that lacks what the tree of the entry has is not written: the program may have changed, or a reader got worse.
 * `--accept-losses` writes it.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { CommandNode } from '@cli-apps/core'
import { cleanEnvironment, joinOutput, runProcess } from '@cli-apps/core/node'
import { InstallResult } from '@cli-apps/core/results'
import { VerifyResult } from '../services/installer/src/health/health-results.ts'
import { type CatalogEntry, readCatalog } from './catalog/entries.ts'
import { lostParts } from './catalog/lost-parts.ts'
import { installCall } from './catalog/smoke/verify-app.ts'
import { writeEntry } from './catalog/write-entry.ts'
import { program } from './installer-bench/bench.ts'

/** Methods whose programs are in the store. */
const kinds = ['npm', 'binary', 'debian'] as const

const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { 'accept-losses': { type: 'boolean', default: false } },
})
/** Of what a tree lost, this much is printed. */
const shownLosses = 20

const { entries } = await readCatalog()
for (const entry of entries.filter(({ name }) => names.includes(name)))
  console.log(`${entry.name}: ${await writeTree(entry).catch((error: Error) => error.message.trim())}`)

/** Reads it from the first of these methods that installs the app on this machine. */
async function writeTree(entry: CatalogEntry): Promise<string> {
  const { commands, install } = entry.manifest
  const own = kinds.filter((one) => install.some(({ method }) => method === one))
  if (commands === undefined || own.length === 0) return 'not read'
  let failure: unknown
  for (const kind of own) {
    try {
      return await writeTreeOf(entry, kind)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

async function writeTreeOf(
  { name, manifest, tree: before }: CatalogEntry,
  kind: (typeof kinds)[number],
): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cli-apps-trees-'))
  try {
    const cliApps = async (...args: string[]): Promise<unknown> => {
      const { exitCode, stdout, stderr } = await runProcess([process.execPath, program, ...args, '--json'], {
        cwd: folder,
        env: { ...cleanEnvironment(process.env), CLI_APPS_HOME: path.join(folder, 'home') },
        timeout: 900_000,
        keep: { head: 64_000_000, tail: 0 },
      })
      if (exitCode !== 0) throw new Error(joinOutput(stdout) + joinOutput(stderr))
      return JSON.parse(joinOutput(stdout))
    }
    const { installed } = InstallResult.parse(await cliApps(...installCall(name, manifest.install, kind)))
    const tree = CommandNode.parse(await cliApps('inspect', name))
    const lost = before === undefined ? [] : lostParts(before, tree)
    if (lost.length > 0 && !options['accept-losses'])
      return `not written without --accept-losses, lacks ${lost.length}: ${lost.slice(0, shownLosses).join(', ')}`
    const { apps } = VerifyResult.parse(await cliApps('verify', name))
    const version = installed[0]?.installed_version ?? null
    const isExact = await writeEntry(manifest, { tree, version, files: apps[0]?.files.digest })
    return isExact ? 'written' : 'written, not for its files'
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
