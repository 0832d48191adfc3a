import { rename } from 'node:fs/promises'
import path from 'node:path'
import type { LockedArtifact } from '@cli-apps/core'
import { jsonText, writeFileAtomic } from '@cli-apps/core/node'
import { expect, it } from 'vitest'
import { chooseEntry } from '../../../services/installer/src/install/choose-entry.ts'
import { type StoreKey, storeEntry } from '../../../services/installer/src/store/store.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const digest = `sha256:${'a'.repeat(64)}` as StoreKey['digest']
const key: StoreKey = {
  name: 'greet',
  version: '1.2.3',
  digest,
  method: 'npm',
  platform: 'linux-x64',
  runsOn: 'node 20',
}
const tree: LockedArtifact[] = [
  { name: 'greet', version: '1.2.3', integrity: 'sha512-x' },
  { name: 'lib', version: '1.0.0', integrity: null, url: 'git+https://example.org/lib.git#0' },
]
const usual = (store: string) => storeEntry(store, key).folder
const chosen = async (store: string, locked?: readonly LockedArtifact[], more: Partial<StoreKey> = {}) =>
  (await chooseEntry(store, { ...key, ...more }, locked)).entry.folder

async function storeWith(artifacts: readonly LockedArtifact[]): Promise<string> {
  const store = await temporaryFolder()
  const app = { store: 1, name: 'greet', version: '1.2.3', digest, registry: 'https://registry.test/' }
  const found = { method: 'npm', platform: 'linux-x64', argv: [process.execPath], program_version: null }
  await writeFileAtomic(
    path.join(usual(store), 'app.json'),
    jsonText({ ...app, ...found, artifacts, files: digest }),
  )
  return store
}

it('builds locked packages apart from what other workspaces will get', async () => {
  const store = await temporaryFolder()
  expect(await chosen(store)).toBe(usual(store))
  expect(await chosen(store, tree)).not.toBe(usual(store))
})

it('uses an existing entry if the lockfile has exactly the same packages', async () => {
  const store = await storeWith(tree)
  expect(await chosen(store, tree)).toBe(usual(store))
})

it('stays with the entry of a program that is out of service for a repair', async () => {
  const store = await storeWith(tree)
  await rename(usual(store), `${usual(store)}.aside`)
  expect(await chosen(store, tree)).toBe(usual(store))
})

it('treats another source of a package without a hash as different', async () => {
  const store = await storeWith(tree)
  const evil = tree.map((one) => (one.url === undefined ? one : { ...one, url: 'git+https://evil.test/x#0' }))
  expect(await chosen(store, evil)).not.toBe(usual(store))
})

it('uses one entry for programs that the manifest determines completely', async () => {
  const store = await temporaryFolder()
  expect(await chosen(store, tree, { method: 'binary' })).toBe(
    storeEntry(store, { ...key, method: 'binary' }).folder,
  )
})
