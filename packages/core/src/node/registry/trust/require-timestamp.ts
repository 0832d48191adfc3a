import { parseJson } from '../../../canonical-json.ts'
import type { Digest } from '../../../digest.ts'
import { TimestampDocument } from '../../../documents/index-documents.ts'
import type { PublicKey } from '../../../documents/keys.ts'
import { registryPaths } from '../../../documents/registry-paths.ts'
import { timestampPayload } from '../../../documents/signing.ts'
import { IntegrityError } from '../../../errors/errors.ts'
import { t } from '../../../messages/t.ts'
import type { DocumentSource } from '../document-source.ts'
import { parseValue } from '../parse-document.ts'
import type { PinnedTrust } from './pinned-trust.ts'
import { requireSignature } from './require-signature.ts'

/** An index with a valid signature. */
interface ProvenIndex {
  digest: Digest
  serial: number
  /** Whether it contains the digest of the keys, as indexes with a timestamp do. */
  namesKeys: boolean
}

interface TimestampRules {
  location: string
  /** Active keys. */
  keys: readonly PublicKey[]
  known: PinnedTrust
  /** The file that stores `known`, for the hint. */
  file: string
  fresh: boolean
}

/** Servers of one registry sign at different times: up to a day earlier is not a rollback. */
const toleranceMs = 86_400_000

/**
 * Returns the verified timestamp of an index: signed, not older than one seen, and of this index or an earlier one.
 * `undefined` for a registry that never had one. Throws `IntegrityError`.
 */
export async function requireTimestamp(
  source: DocumentSource,
  index: ProvenIndex,
  rules: TimestampRules,
): Promise<TimestampDocument | undefined> {
  const { location, known } = rules
  const timestamp = await readTimestamp(source, rules)
  if (timestamp === undefined) {
    if (!index.namesKeys && known.timestamp === undefined) return undefined
    throw noTimestamp(rules)
  }
  if (timestamp.index_digest !== index.digest && index.serial <= timestamp.serial)
    throw new IntegrityError(
      'trust.other-index',
      t('trust.other-index', '{location} serves an index that its timestamp does not name.', { location }),
      {
        hint: t(
          'trust.unlisted-app.hint',
          'Try again in a minute, as a cache may be late; then tell the operator of the registry.',
        ),
      },
    )
  return timestamp
}

/**
 * Returns the verified timestamp alone, which proves a time but no index. `undefined` if none is served and none was
 * ever seen.
 */
export async function requireTimestampAlone(
  source: DocumentSource,
  rules: TimestampRules,
): Promise<TimestampDocument | undefined> {
  const timestamp = await readTimestamp(source, rules)
  if (timestamp === undefined && rules.known.timestamp !== undefined) throw noTimestamp(rules)
  return timestamp
}

/** Reads the timestamp, signed and not older than one seen. `undefined` if none is served. */
async function readTimestamp(
  source: DocumentSource,
  { location, keys, known, file, fresh }: TimestampRules,
): Promise<TimestampDocument | undefined> {
  const read = (text: string) => {
    const json = parseJson(
      text,
      t('require-timestamp.timestamp', 'The timestamp of {location}', { location }),
    ) as Record<string, unknown>
    return { json, timestamp: parseValue(json, TimestampDocument, location) }
  }
  const found = await source.read(registryPaths.timestamp(), read, { fresh, isOptional: true })
  if (found === undefined) return undefined
  const { json, timestamp } = found
  const { signatures, serial, time } = timestamp
  requireSignature(
    {
      payload: timestampPayload(json),
      signatures,
      what: t('require-timestamp.timestamp.timestamp', 'the timestamp'),
      location,
    },
    keys,
  )
  const seen = known.timestamp === undefined ? 0 : Date.parse(known.timestamp)
  if (serial >= known.serial && Date.parse(time) >= seen - toleranceMs) return timestamp
  throw new IntegrityError(
    'trust.rolled-back',
    t(
      'trust.rolled-back.serves-timestamp-older-than',
      '{location} serves a timestamp of {time}, older than one that this machine has seen.',
      { location, time },
    ),
    {
      hint: t(
        'trust.rolled-back.hint',
        'Try again in a minute, as a cache may be late. If its operator went back to a backup, delete {file}.',
        { file },
      ),
    },
  )
}

const noTimestamp = ({ location, file }: TimestampRules): IntegrityError =>
  new IntegrityError(
    'trust.no-timestamp',
    t('trust.no-timestamp', '{location} does not serve its timestamp.', { location }),
    {
      hint: t(
        'trust.no-timestamp.hint',
        'Do not install from it before its operator explains. Deleting {file} trusts the registry again from the start.',
        { file },
      ),
    },
  )

const usualDays = 14
const dayMs = 86_400_000

/**
 * Throws `IntegrityError` `trust.too-old` for a timestamp beyond its maximum age. A timestamp in the future counts as
 * current.
 */
export function requireFresh(
  { time, max_age_days: signed }: TimestampDocument,
  { location, now, maxAgeDays }: { location: string; now: Date; maxAgeDays: number | undefined },
): void {
  // A folder may be an intended copy; only its exporter decides how long it is valid.
  const usual = /^https?:/i.test(location) ? usualDays : null
  const days = maxAgeDays ?? (signed === undefined ? usual : signed)
  const age = (now.getTime() - Date.parse(time)) / dayMs
  if (days === null || age <= days) return
  throw new IntegrityError(
    'trust.too-old',
    t(
      'trust.too-old',
      '{location} was last signed {age} days ago ({time}); at most {days} days are allowed.',
      { location, age: Math.floor(age), time, days },
    ),
    {
      hint: t(
        'trust.too-old.hint',
        'Check the clock of this machine. Then ask the operator of the registry, or allow more days with max_age_days in your configuration.',
      ),
      details: { time, max_age_days: days },
    },
  )
}
