import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { type AppName, type InstallRecord, parseAppName, versionPayload } from '@cli-apps/core'
import {
  digestOf,
  jsonText,
  openRegistry,
  readRecord,
  recordFile,
  writeFileAtomic,
} from '@cli-apps/core/node'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Verifier } from '../../../services/installer/src/health/check.ts'
import { verifyInstalled } from '../../../services/installer/src/health/verify-installed.ts'
import { fileServer } from '../../support/file-server.ts'
import {
  buildManifest,
  createFixtureWorkspace,
  type FixtureWorkspace,
  writeSignedRecord,
} from '../../support/fixture-workspace.ts'
import { signedSite, signingKey } from '../../support/signed-site.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const [signer, otherSigner] = [signingKey('signer'), signingKey('other')]
const name = parseAppName('greet')

let workspace: FixtureWorkspace
beforeAll(async () => {
  workspace = await createFixtureWorkspace()
})
afterAll(() => workspace[Symbol.asyncDispose]())

const verifier = (trustFolder: string): Verifier => ({
  signal: new AbortController().signal,
  workspace,
  signatures: workspace.signatures,
  trustFolder,
  store: path.join(workspace.root, 'store'),
  locks: path.join(workspace.root, 'locks'),
  systemVersion: async () => null,
})

/** Locks apps of which the workspace has records. */
async function lock(...names: AppName[]): Promise<void> {
  const apps: Record<string, unknown> = {}
  for (const one of names) {
    const { version, digest, registry, platform, method } = await readKnown(one)
    apps[one] = { version, digest, registry, platforms: { [platform]: { method, artifacts: [] } } }
  }
  await writeFileAtomic(workspace.lockfile, jsonText({ lockfile: 1, apps }))
}

async function readKnown(one: AppName): Promise<InstallRecord> {
  const record = await readRecord(workspace, one)
  if (record === undefined) throw new Error(`${one} is not installed`)
  return record
}

/** Changes a record as somebody who has the user's key would. */
async function edit(change: (record: Record<string, unknown>) => Record<string, unknown>): Promise<void> {
  const file = recordFile(workspace, name)
  await writeSignedRecord(workspace, { ...change(JSON.parse(await readFile(file, 'utf8'))), name })
}

describe('an app from a registry that signs', () => {
  let trustFolder: string
  const verify = async () => (await verifyInstalled([name], verifier(trustFolder))).apps[0]

  beforeEach(async () => {
    const manifest = buildManifest('greet')
    const { url } = await fileServer(signedSite([{ ...manifest }], { signer }))
    trustFolder = await temporaryFolder()
    const registry = await openRegistry(url, {
      trustFolder,
      cacheFolder: await temporaryFolder(),
      onStale: () => {},
    })
    const { signature } = await registry.manifest(name, manifest.version)
    await workspace.install('greet')
    await edit((record) => ({ ...record, registry: url, signature, manifest }))
    await lock(name)
  })

  it('is verified with the known key, without a registry', async () => {
    expect(await verify()).toMatchObject({ level: 'signed', key: signer.id, faults: [] })
  })

  it.each<[string, string, (record: Record<string, unknown>) => Record<string, unknown>]>([
    [
      'a changed manifest',
      'integrity.recorded-digest',
      (record) => ({ ...record, manifest: buildManifest('greet', { entry_point: 'evil' }) }),
    ],
    ['no signature', 'trust.unsigned', ({ signature: _, ...record }) => record],
    [
      'the signature of another key',
      'trust.unknown-key',
      (record) => ({ ...record, signature: otherSigner.sign(versionPayload(record.manifest)) }),
    ],
    [
      'a signature over other content',
      'trust.bad-signature',
      (record) => ({ ...record, signature: signer.sign(versionPayload({ manifest: 1 })) }),
    ],
    ['a broken record', 'record.corrupt', () => ({ record: 1 })],
  ])('with %s is reported as broken, with the reason', async (_what, code, change) => {
    await edit(change)
    const found = await verify()
    expect(found).toMatchObject({ level: 'broken' })
    expect(found?.faults.map((fault) => fault.code)).toContain(code)
  })

  it('is not verified on a machine that does not know the key', async () => {
    await rm(trustFolder, { recursive: true })
    expect((await verify())?.faults).toMatchObject([{ code: 'trust.unknown-key', app: 'greet' }])
  })
})

it('reports a record that someone else changed', async () => {
  const { name } = await workspace.install('wave')
  await lock(name)
  const file = recordFile(workspace, name)
  await writeFileAtomic(file, (await readFile(file, 'utf8')).replace('2026-01-02', '2026-01-03'))
  expect(await verifyInstalled([name], verifier(await temporaryFolder()))).toMatchObject({
    apps: [{ name, level: 'broken', faults: [{ code: 'record.foreign' }] }],
  })
})

it('verifies an app by its digest if the registry does not sign', async () => {
  const trustFolder = await temporaryFolder()
  await workspace.install('wave')
  await lock(parseAppName('wave'))
  expect(await verifyInstalled([parseAppName('wave')], verifier(trustFolder))).toMatchObject({
    apps: [{ name: 'wave', level: 'digest', key: null, faults: [] }],
    faults: [],
  })
})

it('reports an app that is not installed', async () => {
  const missing = await verifyInstalled([parseAppName('missing')], verifier(path.sep))
  expect(missing.apps).toMatchObject([{ level: 'broken', faults: [{ code: 'app.not-installed' }] }])
})

it('reports a record that runs something other than the store entry', async () => {
  const argv = [process.execPath]
  await workspace.install('greet', { argv })
  const { digest, registry, platform, version, method } = await readKnown(name)
  const folder = path.join(workspace.root, 'store/greet/1.2.3/key')
  const list = '{"files":1,"entries":[]}'
  const files = digestOf(list)
  await writeFileAtomic(path.join(folder, 'files.json'), list)
  const app = { store: 1, name, version, digest, registry, method, platform, argv, program_version: null }
  await writeFileAtomic(path.join(folder, 'app.json'), jsonText({ ...app, artifacts: [], files }))
  await lock(name)
  const codes = async (): Promise<string[] | undefined> =>
    (await verifyInstalled([name], verifier(await temporaryFolder()))).apps[0]?.faults.map(({ code }) => code)
  await edit((record) => ({ ...record, store: folder, program: files }))
  expect(await codes()).toEqual([])
  await edit((record) => ({ ...record, argv: ['/bin/sh', '-c', 'evil'] }))
  expect(await codes()).toEqual(['program.other-argv'])
})
