import type { Digest } from '../../../digest.ts'
import type { VersionDocument } from '../../../documents/app-documents.ts'
import type { IndexDocument, TimestampDocument } from '../../../documents/index-documents.ts'
import type { PublicKey, Signature } from '../../../documents/keys.ts'
import { registryPaths } from '../../../documents/registry-paths.ts'
import { indexPayload, versionPayload } from '../../../documents/signing.ts'
import { IntegrityError } from '../../../errors/errors.ts'
import { t } from '../../../messages/t.ts'
import type { DocumentSource } from '../document-source.ts'
import { acceptKeys, isInUse, readKeys } from './accept-keys.ts'
import { type PinnedTrust, readTrust, trustFile, writeTrust } from './pinned-trust.ts'
import { requireSignature } from './require-signature.ts'
import { requireTimestamp, requireTimestampAlone } from './require-timestamp.ts'

/** Holds a registry to the keys trusted on first use. One that has never served keys is accepted unsigned. */
export interface RegistryTrust {
  /** Whether the registry signs. */
  isSigning(fresh: boolean): Promise<boolean>
  /** Verifies an index, and that it is not older than one seen before. Returns its timestamp, if any. */
  requireIndex(received: ReceivedIndex, fresh: boolean): Promise<TimestampDocument | undefined>
  /** Returns the verified timestamp alone, without comparing it to an index. */
  requireTimestamp(fresh: boolean): Promise<TimestampDocument | undefined>
  /** Returns the signature that proves a version; `null` for a registry that does not sign. */
  requireVersion(document: VersionDocument, what: string, fresh: boolean): Promise<Signature | null>
}

interface ReceivedIndex {
  index: IndexDocument
  /** The document as received. */
  json: Record<string, unknown>
  digest: Digest
}

export interface TrustOptions {
  location: string
  /** Folder that stores the trusted keys of registries. */
  trustFolder: string
}

export function registryTrust(source: DocumentSource, options: TrustOptions): RegistryTrust {
  const { location, trustFolder } = options
  const file = trustFile(trustFolder, location)
  const trusted = openKeys(source, options)

  return {
    isSigning: async (fresh) => (await trusted(fresh)).keys.length > 0,
    async requireIndex({ json, index, digest }, fresh) {
      const { keys, digest: keysDigest } = await trusted(fresh)
      if (keys.length === 0) return undefined
      const { signatures, serial, keys: named } = index
      const current = keys.filter((key) => isInUse(key, new Date()))
      requireSignature(
        { payload: indexPayload(json), signatures, what: t('registry-trust.index', 'the index'), location },
        current,
      )
      if (named !== undefined && named !== keysDigest) throw otherKeys(location)
      const known = await readTrust(trustFolder, location)
      requireNewest(serial, known, { location, file })
      const timestamp = await requireTimestamp(
        source,
        { digest, serial, namesKeys: named !== undefined },
        { location, keys: current, known, file, fresh },
      )
      const next = { keys: named === undefined ? known.keys : keys, serial, ...later(known, timestamp) }
      await remember(next, known, options)
      return timestamp
    },
    async requireTimestamp(fresh) {
      const { keys } = await trusted(fresh)
      if (keys.length === 0) return undefined
      const known = await readTrust(trustFolder, location)
      const current = keys.filter((key) => isInUse(key, new Date()))
      const rules = { location, keys: current, known, file, fresh }
      const timestamp = await requireTimestampAlone(source, rules)
      await remember({ ...known, ...later(known, timestamp) }, known, options)
      return timestamp
    },
    async requireVersion({ manifest, signatures }, what, fresh) {
      const { keys } = await trusted(fresh)
      if (keys.length === 0) return null
      return requireSignature({ payload: versionPayload(manifest), signatures, what, location }, keys)
    },
  }
}

/** The keys that a registry is held to; read once, and again when fresh ones are needed. */
function openKeys(source: DocumentSource, options: TrustOptions): (fresh: boolean) => Promise<Loaded> {
  const { location, trustFolder } = options
  let loaded: Promise<Loaded> | undefined
  const load = async (fresh: boolean): Promise<Loaded> => {
    const served = await source.read(registryPaths.keys(), (text) => readKeys(text, location), {
      fresh,
      isOptional: true,
    })
    const known = await readTrust(trustFolder, location)
    const rules = { location, file: trustFile(trustFolder, location), now: new Date() }
    const keys = acceptKeys(served?.keys ?? [], known.keys, rules)
    // The end of a key as served is unverified, and would stay permanently.
    const endOf = (id: string) => known.keys.find((key) => key.id === id)?.valid_until ?? null
    const next = { ...known, keys: keys.map((key) => ({ ...key, valid_until: endOf(key.id) })) }
    await remember(next, known, options)
    return { keys, digest: served?.digest }
  }
  return (fresh) => {
    if (fresh) loaded = undefined
    loaded ??= load(fresh)
    return loaded
  }
}

async function remember(
  next: PinnedTrust,
  known: PinnedTrust,
  { location, trustFolder }: TrustOptions,
): Promise<void> {
  if (JSON.stringify(next) !== JSON.stringify(known)) await writeTrust(trustFolder, location, next)
}

function requireNewest(
  serial: number,
  known: PinnedTrust,
  { location, file }: { location: string; file: string },
): void {
  if (serial >= known.serial) return
  throw new IntegrityError(
    'trust.rolled-back',
    t(
      'trust.rolled-back',
      '{location} serves index {serial}, older than {seen}, which this machine has seen.',
      { location, serial, seen: known.serial },
    ),
    {
      hint: t(
        'trust.rolled-back.hint',
        'Try again in a minute, as a cache may be late. If its operator went back to a backup, delete {file}.',
        { file },
      ),
      details: { served: serial, seen: known.serial },
    },
  )
}

/** The later signing time, to be stored. */
function later(known: PinnedTrust, timestamp: TimestampDocument | undefined): Pick<PinnedTrust, 'timestamp'> {
  const last = [known.timestamp, timestamp?.time]
    .filter((time) => time !== undefined)
    .sort()
    .at(-1)
  return last === undefined ? {} : { timestamp: last }
}

interface Loaded {
  /** With their ends as served or verified before. */
  keys: PublicKey[]
  /** Digest of the document that contained them. */
  digest: Digest | undefined
}

const otherKeys = (location: string): IntegrityError =>
  new IntegrityError(
    'trust.other-keys',
    t('trust.other-keys', '{location} serves keys that its index does not name.', { location }),
    {
      hint: t(
        'trust.unlisted-app.hint',
        'Try again in a minute, as a cache may be late; then tell the operator of the registry.',
      ),
    },
  )
