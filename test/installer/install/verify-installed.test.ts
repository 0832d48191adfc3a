import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { parseAppName, versionPayload } from '@cli-apps/core'
import { jsonText, openRegistry, recordFile, writeFileAtomic } from '@cli-apps/core/node'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verifyInstalled } from '../../../services/installer/src/install/verify-installed.ts'
import { fileServer } from '../../support/file-server.ts'
import {
  buildManifest,
  createFixtureWorkspace,
  type FixtureWorkspace,
} from '../../support/fixture-workspace.ts'
import { signedSite, signingKey } from '../../support/signed-site.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const [signer, stranger] = [signingKey('signer'), signingKey('stranger')]
const name = parseAppName('greet')

let workspace: FixtureWorkspace
beforeAll(async () => {
  workspace = await createFixtureWorkspace()
})
afterAll(() => workspace[Symbol.asyncDispose]())

/** Changes a record as an attacker, or an accident, would. */
async function edit(change: (record: Record<string, unknown>) => Record<string, unknown>): Promise<void> {
  const file = recordFile(workspace, name)
  await writeFileAtomic(file, jsonText(change(JSON.parse(await readFile(file, 'utf8')))))
}

describe('an app from a registry that signs', () => {
  let trustFolder: string
  const verify = async () => (await verifyInstalled([name], { workspace, trustFolder }))[0]

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
  })

  it('is proved by the key that is known, with no registry to ask', async () => {
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
      "a stranger's signature",
      'trust.unknown-key',
      (record) => ({ ...record, signature: stranger.sign(versionPayload(record.manifest)) }),
    ],
    [
      'a signature over other content',
      'trust.bad-signature',
      (record) => ({ ...record, signature: signer.sign(versionPayload({ manifest: 1 })) }),
    ],
    ['a broken record', 'record.corrupt', () => ({ record: 1 })],
  ])('with %s is broken, and the reason is named', async (_what, code, change) => {
    await edit(change)
    const found = await verify()
    expect(found).toMatchObject({ level: 'broken' })
    expect(found?.faults.map((fault) => fault.code)).toContain(code)
  })

  it('is not proved by a machine that does not know the key', async () => {
    await rm(trustFolder, { recursive: true })
    expect((await verify())?.faults).toMatchObject([{ code: 'trust.unknown-key', app: 'greet' }])
  })
})

it('an app from a registry that does not sign is proved by its digest', async () => {
  const trustFolder = await temporaryFolder()
  await workspace.install('wave')
  expect(await verifyInstalled([parseAppName('wave')], { workspace, trustFolder })).toMatchObject([
    { name: 'wave', level: 'digest', key: null, faults: [] },
  ])
})

it('an app that is not installed is a fault', async () => {
  const missing = await verifyInstalled([parseAppName('missing')], { workspace, trustFolder: path.sep })
  expect(missing).toMatchObject([{ level: 'broken', faults: [{ code: 'app.not-installed' }] }])
})
