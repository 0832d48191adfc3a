import type { AppDocument } from '@cli-apps/core'
import type * as z from 'zod'
import type { AppSource } from '../app-source.ts'
import { latestOf, newestFirst } from './skills.ts'
import type { FingerprintAnswer } from './wire.ts'

/**
 * Limited because each compared version may have to be rendered. For older versions the client asks whether to
 * overwrite.
 */
const mostCompared = 20

/** Finds the recent version that a client's local files are, by their fingerprint. */
export async function resolveFingerprint(
  source: AppSource,
  app: AppDocument,
  hash: string,
): Promise<z.infer<typeof FingerprintAnswer>> {
  const latest = latestOf(app)
  const answer = { match: null, latestVersion: latest === undefined ? null : { version: latest.version } }
  for (const entry of newestFirst(app).slice(0, mostCompared)) {
    const { fingerprint } = await source.summary(app.name, entry)
    if (fingerprint === hash) return { ...answer, match: { version: entry.version } }
  }
  return answer
}
