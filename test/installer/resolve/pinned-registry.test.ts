import { type LockedApp, parseAppName } from '@cli-apps/core'
import { digestOf, openRegistry, type SigningKey } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { findPinnedApp, requirePinnedKey } from '../../../services/installer/src/resolve/pinned-registry.ts'
import { exampleManifestJson } from '../../support/example-manifest.ts'
import { closedPort, fileServer } from '../../support/file-server.ts'
import { servedKey, signedSite, signingKey } from '../../support/signed-site.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const [first, second, strange] = [signingKey('first'), signingKey('second'), signingKey('strange')]
const greet = parseAppName('greet')

const site = async (
  signer: SigningKey | undefined,
  keys = signer && [servedKey(signer)],
): Promise<string> => {
  const options = { ...(signer && { signer }), ...(keys && { keys }) }
  return (await fileServer(signedSite([exampleManifestJson()], options))).url
}

const locked = (registry: string, key?: SigningKey): LockedApp => ({
  version: '1.0.0',
  digest: digestOf('another'),
  registry,
  ...(key && { key: key.id }),
  platforms: {},
})

async function registries(locations: string[]) {
  const [trustFolder, cacheFolder] = [await temporaryFolder(), await temporaryFolder()]
  return {
    locations,
    open: (location: string) => openRegistry(location, { trustFolder, cacheFolder, onStale: () => {} }),
  }
}

describe('a resolved name', () => {
  it('is looked up in its original registry, even if another one comes first', async () => {
    const [home, other] = [await site(undefined), await site(undefined)]
    const found = await findPinnedApp(greet, locked(home), await registries([other, home]))
    expect(found.registry.location).toBe(home)
  })

  it('is found only at a new location that serves the key', async () => {
    const gone = await closedPort()
    const [moved, other] = [await site(first), await site(strange)]
    const asked = await registries([other, moved])
    const found = await findPinnedApp(greet, locked(gone, first), asked)
    expect(found.registry.location).toBe(moved)
    await expect(findPinnedApp(greet, locked(gone, first), await registries([other]))).rejects.toMatchObject({
      code: 'registry.unreachable',
    })
  })

  it('is not taken over by another registry after its own removed it', async () => {
    const { url: empty } = await fileServer(signedSite([], {}))
    const other = await site(undefined)
    await expect(findPinnedApp(greet, locked(empty), await registries([other, empty]))).rejects.toMatchObject(
      {
        code: 'app.other-registry',
        exitStatus: 5,
        hint: expect.stringContaining(`--registry ${other}`),
      },
    )
  })

  it('may be signed by a key that the first one certifies', async () => {
    const keys = [
      servedKey(first, { valid_until: '2026-02-01T00:00:00.000Z' }),
      servedKey(second, {}, [first]),
    ]
    const { open } = await registries([])
    const registry = await open(await site(second, keys))
    const proven = await registry.manifest(greet, '1.2.3')
    await expect(
      requirePinnedKey(proven, locked('https://old.test', first), registry),
    ).resolves.toBeUndefined()
  })

  it('is refused from a registry that only lists that key', async () => {
    const keys = [servedKey(strange), servedKey(first, {}, [strange])]
    const { open } = await registries([])
    const registry = await open(await site(strange, keys))
    const proven = await registry.manifest(greet, '1.2.3')
    await expect(requirePinnedKey(proven, locked('https://old.test', first), registry)).rejects.toMatchObject(
      {
        code: 'registry.other-key',
        exitStatus: 8,
      },
    )
    const same = { ...locked('https://old.test', first), digest: proven.digest }
    await expect(requirePinnedKey(proven, same, registry)).resolves.toBeUndefined()
  })
})
