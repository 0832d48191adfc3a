import path from 'node:path'
import * as z from 'zod'
import { PublicKey } from '../../../documents/keys.ts'
import { ForbiddenError } from '../../../errors/errors.ts'
import { t } from '../../../messages/t.ts'
import { digestOf } from '../../digest.ts'
import { jsonText, readJson } from '../../files.ts'
import { writeFileAtomic } from '../../write-file-atomic.ts'

const PinnedTrust = z.object({
  trust: z.literal(1),
  registry: z.string(),
  /** Accepted keys; none for a registry that does not sign. */
  keys: z.array(PublicKey),
  /** The highest serial of a signed index seen so far. */
  serial: z.int().min(0),
  /** Signing time of the newest timestamp seen; absent if there was none. */
  timestamp: z.iso.datetime().optional(),
})

/** What this machine remembers of a registry. */
export type PinnedTrust = Pick<z.infer<typeof PinnedTrust>, 'keys' | 'serial' | 'timestamp'>

/** Path of a registry's trust file; a trailing slash in its location makes no difference. */
export const trustFile = (folder: string, location: string): string =>
  path.join(folder, `${digestOf(location.replace(/\/+$/, '')).slice(7, 39)}.json`)

/** Reads the trust in a registry; empty before first use. Throws `trust.corrupt` for a damaged file. */
export async function readTrust(folder: string, location: string): Promise<PinnedTrust> {
  const file = trustFile(folder, location)
  const found = await readJson(file, PinnedTrust, {
    what: t('pinned-trust.what-known-keys', 'What is known of the keys of {location}', { location }),
    code: 'trust.corrupt',
    repair: t(
      'pinned-trust.restore-from-backup-deleting',
      'Restore {file} from a backup. Deleting it means trusting the registry again.',
      { file },
    ),
  })
  return found ?? { keys: [], serial: 0 }
}

export async function writeTrust(
  folder: string,
  location: string,
  { keys, serial, timestamp }: PinnedTrust,
): Promise<void> {
  const file = trustFile(folder, location)
  try {
    await writeFileAtomic(
      file,
      jsonText({ trust: 1, registry: location, keys, serial, timestamp } satisfies z.input<
        typeof PinnedTrust
      >),
      0o600,
    )
  } catch (cause) {
    throw new ForbiddenError(
      'trust.not-writable',
      t('trust.not-writable', 'The keys of {location} cannot be remembered: {reason}', {
        location,
        reason: String(cause instanceof Error ? cause.message : cause),
      }),
      {
        hint: t(
          'trust.not-writable.hint',
          'Make {folder} writable, or name another folder with CLI_APPS_HOME.',
          { folder },
        ),
        cause,
      },
    )
  }
}
