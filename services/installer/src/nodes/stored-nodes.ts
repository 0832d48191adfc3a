import { readdir } from 'node:fs/promises'
import { isMissing } from '@cli-apps/core/node'
import { listEntries } from '../store/list-entries.ts'
import { readStoredApp } from '../store/store.ts'
import { isNodeArtifact } from '../strategies/npm/npm-node.ts'
import type { NodeRelease } from '../strategies/strategy.ts'

/** Lists the Nodes in the store that are complete. */
export async function storedNodes(store: string): Promise<NodeRelease[]> {
  const names = (await namesOf(store)).filter((name) => name.startsWith('node-'))
  const entries = await Promise.all(names.map((name) => listEntries(store, name)))
  const found = await Promise.all(
    entries.flat().map(async ({ entry }) => (await readStoredApp(entry))?.artifacts ?? []),
  )
  return found
    .flat()
    .flatMap((artifact) =>
      isNodeArtifact(artifact) && artifact.integrity !== null
        ? [{ package: artifact.name, version: artifact.version, integrity: artifact.integrity }]
        : [],
    )
}

async function namesOf(store: string): Promise<string[]> {
  try {
    return await readdir(store)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
