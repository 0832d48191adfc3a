import { parseJson } from '../../../canonical-json.ts'
import type { Digest } from '../../../digest.ts'
import { KeysDocument, type PublicKey, type Signature } from '../../../documents/keys.ts'
import { keyPayload } from '../../../documents/signing.ts'
import { IntegrityError } from '../../../errors/errors.ts'
import { t } from '../../../messages/t.ts'
import { digestOf } from '../../digest.ts'
import { isExactBase64, isSignedBy, keyIdOf } from '../../signing/verify-signature.ts'
import { parseValue } from '../parse-document.ts'

/** A key as served by a registry, with signatures of other keys over it. */
interface ServedKey extends PublicKey {
  signatures: Signature[]
  payload: string
}

/** `/v1/keys.json`, and its digest in a signed index. */
interface ServedKeys {
  keys: ServedKey[]
  digest: Digest
}

/** Parses `/v1/keys.json`, and verifies that each key is unique and matches its id. */
export function readKeys(text: string, location: string): ServedKeys {
  const json = parseJson(text, t('accept-keys.keys', 'The keys of {location}', { location }))
  const raw = (json as { keys?: Record<string, unknown>[] } | null)?.keys ?? []
  const keys = parseValue(json, KeysDocument, location).keys.map((key, at) => ({
    ...key,
    payload: keyPayload(raw[at] ?? {}),
  }))
  const isSound = keys.every((key) => isExactBase64(key.public_key) && keyIdOf(key.public_key) === key.id)
  if (isSound && new Set(keys.map(({ id }) => id)).size === keys.length)
    return { keys, digest: digestOf(text) }
  throw new IntegrityError(
    'trust.bad-keys',
    t('trust.bad-keys', 'The keys of {location} contradict themselves.', { location }),
    {
      hint: t('trust.bad-keys.hint', 'Do not install from it; tell the operator of the registry.'),
    },
  )
}

interface AcceptOptions {
  /** Location of the registry, for errors. */
  location: string
  now: Date
  /** The file with the trusted keys, for the hint. */
  file: string
}

/**
 * Returns the keys to trust from now on: those trusted before, and each signed by a trusted one. The oldest key is
 * trusted on first use. A key known to be retired can no longer vouch for others.
 */
export function acceptKeys(
  served: readonly ServedKey[],
  pinned: readonly PublicKey[],
  { location, now, file }: AcceptOptions,
): PublicKey[] {
  if (served.length === 0 && pinned.length > 0) {
    throw new IntegrityError(
      'trust.unsigned',
      t('trust.unsigned', '{location} signed before and serves no keys now.', { location }),
      {
        hint: t(
          'trust.unsigned.hint',
          'Do not install from it before its operator explains. Deleting {file} forgets its keys.',
          { file },
        ),
      },
    )
  }
  const isFirstMeeting = pinned.length === 0
  const trusted = new Map(pinned.map((key) => [key.id, key]))
  const vouching = pinned.filter((key) => isInUse(key, now))
  for (const key of served) {
    const known = trusted.get(key.id)
    const isNew = known === undefined
    if (isNew && !(isFirstMeeting && key === served[0]) && !isVouchedFor(key, vouching))
      throw unknownKey(key, { location, file })
    if (known !== undefined && known.public_key !== key.public_key) throw unknownKey(key, { location, file })
    if (isNew) vouching.push(key)
    trusted.set(key.id, pinnedKey(key, known))
  }
  return [...trusted.values()]
}

/** Whether it is neither retired nor expired. */
export const isInUse = ({ valid_until }: PublicKey, now: Date): boolean =>
  valid_until === null || new Date(valid_until) > now

export const isVouchedFor = (key: ServedKey, by: readonly PublicKey[]): boolean =>
  by.some((other) => key.signatures.some((signature) => isSignedBy(key.payload, signature, other)))

/** The key with the earliest known end: a proven end can move forward but never away. */
function pinnedKey(
  { key, id, algorithm, public_key, valid_from, valid_until }: ServedKey,
  known: PublicKey | undefined,
): PublicKey {
  const ends = [valid_until, known?.valid_until ?? null].filter((end) => end !== null).sort()
  return { key, id, algorithm, public_key, valid_from, valid_until: ends[0] ?? null }
}

const unknownKey = (
  { id }: PublicKey,
  { location, file }: Pick<AcceptOptions, 'location' | 'file'>,
): IntegrityError =>
  new IntegrityError(
    'trust.unknown-key',
    t('trust.unknown-key', '{location} has a key that none of its known keys signed: {id}.', {
      location,
      id,
    }),
    {
      hint: t(
        'trust.unknown-key.hint',
        'Ask its operator through another channel whether this key is theirs. If it is, delete {file} to trust the registry again.',
        { file },
      ),
      details: { key: id },
    },
  )
