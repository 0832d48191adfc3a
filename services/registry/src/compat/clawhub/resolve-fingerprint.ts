import type { AppDocument } from '@cli-apps/core'
import type * as z from 'zod'
import type { AppSource } from '../app-source.ts'
import { latestOf, newestFirst } from './skills.ts'
import type { FingerprintAnswer } from './wire.ts'

/** Each version that is compared may have to be rendered. Who has an older one is asked whether to overwrite it. */
const mostCompared = 20

/** Which of the newest versions the files on somebody's disk are, by the client's fingerprint of them. */
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
