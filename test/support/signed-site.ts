import { createHash } from 'node:crypto'
import {
  appDocument,
  indexDocument,
  indexEntry,
  indexPayload,
  type KeysDocument,
  keyPayload,
  type PublishedVersion,
  parseManifest,
  registryPaths,
  timestampPayload,
  versionDocumentText,
  versionPayload,
} from '@cli-apps/core'
import { digestOf, manifestDigest, parseSigningKey, type SigningKey } from '@cli-apps/core/node'

/** A private key that is the same in every run. */
export const signingKey = (name: string): SigningKey =>
  parseSigningKey(createHash('sha256').update(name).digest('base64url'), name)

type ServedKey = KeysDocument['keys'][number]

/** A key as keys.json has it, vouched for by others. */
export function servedKey(
  { id, publicKey }: SigningKey,
  change: Partial<ServedKey> = {},
  by: readonly SigningKey[] = [],
): ServedKey {
  const key = {
    key: 1 as const,
    id,
    algorithm: 'ed25519' as const,
    public_key: publicKey,
    valid_from: '2026-01-02T03:04:05.000Z',
    valid_until: null,
    ...change,
  }
  return { ...key, signatures: by.map((other) => other.sign(keyPayload(key))) }
}

export interface SiteOptions {
  serial?: number
  /** What signs; nothing is signed without it. */
  signer?: SigningKey | undefined
  keys?: ServedKey[]
  /** Digits of the shards that the index is cut into. */
  shards?: number
  /** When the index was signed. */
  time?: string
  maxAgeDays?: number | null
  /** As registries signed before there were timestamps. */
  isOlderForm?: boolean
  /** Of what is known of versions, by app: a yank, for example. */
  facts?: Readonly<Record<string, Partial<Pick<PublishedVersion, 'yanked' | 'deprecated'>>>>
}

/** The documents of a signed registry by path, one version an app, as a file server takes them. */
export function signedSite(
  manifests: readonly Record<string, unknown>[],
  {
    serial = 1,
    signer,
    keys = signer === undefined ? [] : [servedKey(signer)],
    shards = 0,
    time = new Date().toISOString(),
    maxAgeDays,
    isOlderForm = signer === undefined,
    facts = {},
  }: SiteOptions,
): Record<string, string> {
  const files: Record<string, string> = {}
  const put = (path: string, text: string): void => {
    files[`/${decodeURIComponent(path)}`] = text
  }
  const versions = manifests.map((json) => ({
    json,
    manifest: parseManifest(json),
    digest: manifestDigest(json),
    published_at: null,
    yanked: null,
    deprecated: null,
    ...facts[String(json.name)],
  }))
  const keysText = JSON.stringify({ keys } satisfies KeysDocument)
  put(registryPaths.keys(), keysText)
  for (const version of versions) {
    const { name, version: number } = version.manifest
    const signatures = signer === undefined ? [] : [signer.sign(versionPayload(version.json))]
    put(registryPaths.app(name), appText(version))
    put(
      registryPaths.version(name, number),
      versionDocumentText(version.json, { digest: version.digest, signatures }),
    )
  }
  const entries = versions.map((version) => ({
    ...indexEntry(version),
    ...(!isOlderForm && { document: digestOf(appText(version)) }),
  }))
  const whole = { ...indexDocument(entries, serial), ...(!isOlderForm && { keys: digestOf(keysText) }) }
  const { apps, ...head } = whole
  const document = shards === 0 ? whole : { ...head, shards: cut(apps, shards, put) }
  const signatures = signer === undefined ? [] : [signer.sign(indexPayload(document))]
  const indexText = JSON.stringify({ ...document, signatures })
  put(registryPaths.index(), indexText)
  if (signer !== undefined && !isOlderForm) {
    const timestamp = {
      timestamp: 1,
      serial,
      time,
      index_digest: digestOf(indexText),
      ...(maxAgeDays !== undefined && { max_age_days: maxAgeDays }),
    }
    const signature = signer.sign(timestampPayload(timestamp))
    put(registryPaths.timestamp(), JSON.stringify({ ...timestamp, signatures: [signature] }))
  }
  return files
}

const appText = (version: PublishedVersion): string =>
  JSON.stringify(appDocument([version], { owners: ['test'] }))

function cut(apps: { name: string }[], digits: number, put: (path: string, text: string) => void) {
  const parts = new Map<string, { name: string }[]>()
  for (const app of apps) {
    const prefix = createHash('sha256').update(app.name).digest('hex').slice(0, digits)
    parts.set(prefix, [...(parts.get(prefix) ?? []), app])
  }
  return [...parts].sort().map(([prefix, part]) => {
    const text = JSON.stringify({ shard: 1, apps: part })
    put(registryPaths.shard(prefix), text)
    return { prefix, digest: digestOf(text), count: part.length }
  })
}
