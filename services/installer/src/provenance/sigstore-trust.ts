import { createPublicKey, type KeyObject } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { TrustedRoot } from '@sigstore/protobuf-specs'
import seeds from '@sigstore/tuf/seeds.json' with { type: 'json' }
import * as z from 'zod'
import { sigstoreRepository } from './npm-release.ts'

/** A key of the npm registry, with its validity period. */
export interface NpmKey {
  id: string
  publicKey: KeyObject
  start: Date
  end: Date | undefined
}

/** What verifies npm's signatures and attestations: Sigstore's authorities and logs, and the registry's keys by id. */
export interface SigstoreTrust {
  trustedRoot: TrustedRoot
  keys: ReadonlyMap<string, NpmKey>
}

/** Target `registry.npmjs.org/keys.json` of Sigstore's TUF repository. */
const KeysTarget = z.object({
  keys: z.array(
    z.object({
      keyId: z.string(),
      keyUsage: z.string(),
      publicKey: z.object({
        rawBytes: z.string(),
        validFor: z.object({ start: z.iso.datetime(), end: z.iso.datetime().optional() }),
      }),
    }),
  ),
})

const rootTarget = 'trusted_root.json'
const keysTarget = 'registry.npmjs.org/keys.json'

/** Throws for texts of another form. Keys are used for both signatures and attestations, as the registry does. */
export function parseTrust({ root, keys }: { root: string; keys: string }): SigstoreTrust {
  const entries = KeysTarget.parse(JSON.parse(keys)).keys.map(({ keyId, publicKey }): [string, NpmKey] => {
    const { rawBytes, validFor } = publicKey
    const key = createPublicKey({ key: Buffer.from(rawBytes, 'base64'), format: 'der', type: 'spki' })
    const end = validFor.end === undefined ? undefined : new Date(validFor.end)
    return [keyId, { id: keyId, publicKey: key, start: new Date(validFor.start), end }]
  })
  return { trustedRoot: TrustedRoot.fromJSON(JSON.parse(root)), keys: new Map(entries) }
}

const shipped = seeds[sigstoreRepository]
const decode = (base64: string): string => Buffer.from(base64, 'base64').toString('utf8')

/** The trust built into Sigstore's library, as of the build of this program. */
export const shippedTrust = (): SigstoreTrust =>
  parseTrust({
    root: decode(shipped.targets[rootTarget]),
    keys: decode(shipped.targets[encodeURIComponent(keysTarget) as keyof typeof shipped.targets]),
  })

/**
 * Fetches current trust by TUF from Sigstore's repository or a mirror, starting from the built-in root; cached in
 * `folder`. Throws on any failure.
 */
export async function fetchTrust({
  mirror,
  folder,
}: {
  mirror: string
  folder: string
}): Promise<SigstoreTrust> {
  const { initTUF } = await import('@sigstore/tuf')
  const rootPath = path.join(folder, 'shipped-root.json')
  await mkdir(folder, { recursive: true })
  await writeFile(rootPath, decode(shipped['root.json']))
  const cachePath = path.join(folder, 'tuf')
  const mirrorURL = mirror.replace(/\/+$/, '')
  const tuf = await initTUF({ mirrorURL, cachePath, rootPath, timeout: 10_000, retry: 1 })
  return parseTrust({ root: await tuf.getTarget(rootTarget), keys: await tuf.getTarget(keysTarget) })
}
