import { rm } from 'node:fs/promises'
import path from 'node:path'
import { type CatalogEntry, catalogFolder, readEntry } from '../entries.ts'
import {
  readVerificationLog,
  type Verification,
  type VerificationLog,
  writeVerificationLog,
} from '../verification-log.ts'
import { writeEntry } from '../write-entry.ts'
import { chooseKinds, type Hindrances } from './choose-kinds.ts'
import type { VerificationRoot } from './verification-root.ts'
import { verifyApp } from './verify-app.ts'

export interface VerificationOptions {
  openRoot: () => Promise<VerificationRoot>
  hindrances: Hindrances
  /** Number of concurrent verification runs. */
  jobs: number
  say: (line: string) => void
  /** Aborts the current verification runs, keeps nothing of them, and starts no other. */
  signal: AbortSignal
}

/**
 * Verifies every entry and stores each outcome immediately, so that the next run continues where this one ended. The
 * command tree of an app that passed is written into its manifest.
 */
export async function runVerifications(
  entries: readonly CatalogEntry[],
  { openRoot, hindrances, jobs, say, signal }: VerificationOptions,
): Promise<void> {
  const queue = [...entries]
  let kept = Promise.resolve()
  const keep = (verification: Verification): Promise<void> => {
    kept = kept.then(() => keepVerification(verification))
    return kept
  }
  const worker = async (): Promise<void> => {
    for (let entry = queue.shift(); entry !== undefined; entry = queue.shift()) {
      const verification = await verifyEntry(entry, { openRoot, hindrances })
      if (signal.aborted) return
      await keep(verification)
      const { install, inspect, lint, uninstall } = verification.seconds ?? {
        install: 0,
        inspect: 0,
        lint: 0,
        uninstall: 0,
      }
      const took = (install + inspect + lint + uninstall).toFixed(1)
      say(
        `${verification.outcome.padEnd(10)} ${verification.name.padEnd(24)} ${took.padStart(6)} s  ${verification.reason ?? verification.method ?? ''}`,
      )
    }
  }
  await Promise.all(Array.from({ length: jobs }, worker))
}

async function verifyEntry(
  entry: CatalogEntry,
  { openRoot, hindrances }: Pick<VerificationOptions, 'openRoot' | 'hindrances'>,
): Promise<Verification> {
  const { kinds, reason } = await chooseKinds(entry.manifest, hindrances)
  let last: Verification = {
    name: entry.name,
    version: entry.manifest.version,
    digest: entry.digest,
    outcome: 'impossible',
    method: null,
    node: process.versions.node,
    program_version: null,
    commands: null,
    score: null,
    seconds: null,
    reason,
  }
  for (const kind of kinds) {
    await using root = await openRoot()
    const { verification, commands, programVersion, files } = await verifyApp(entry, kind, root)
    if (commands !== null) {
      const file = path.join(catalogFolder, `${entry.name}.json`)
      const { manifest } = await readEntry(file)
      await writeEntry(manifest, { tree: commands, version: programVersion, files })
      return verification
    }
    last =
      last.reason === null || last.outcome === 'impossible'
        ? verification
        : { ...verification, reason: `${last.reason} | ${verification.reason}` }
  }
  return last
}

async function keepVerification(verification: Verification): Promise<void> {
  const log: VerificationLog = await readVerificationLog()
  await writeVerificationLog({
    ...log,
    verifications: [...log.verifications.filter(({ name }) => name !== verification.name), verification],
  })
}

/** Entries that did not pass in their current form. Another host or Node may be able to verify them. */
export async function unverified(entries: readonly CatalogEntry[]): Promise<CatalogEntry[]> {
  const { verifications } = await readVerificationLog()
  const proven = new Set(
    verifications
      .filter(({ outcome }) => outcome === 'proven')
      .map(({ name, digest }) => `${name} ${digest}`),
  )
  return entries.filter(({ name, digest }) => !proven.has(`${name} ${digest}`))
}

/** Removes the verification runs of entries that no longer exist. */
export async function forgetGone(entries: readonly CatalogEntry[]): Promise<void> {
  const names = new Set(entries.map(({ name }) => name))
  const { run, verifications } = await readVerificationLog()
  await writeVerificationLog({ run, verifications: verifications.filter(({ name }) => names.has(name)) })
}

/** Layers of a run that was killed. */
export const clearLayers = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true })
