import { type AppDocument, registryPaths, skillName } from '@cli-apps/core'
import type * as z from 'zod'
import { sha256Of } from '../../work/skill-archive.ts'
import type { AppSource } from '../app-source.ts'
import { ownerOf, requestedVersion, timeOf } from './skills.ts'
import type { VerifyAnswer } from './wire.ts'

interface VerifyQuestion {
  requested: { version?: string | undefined; tag?: string | undefined }
  /** Public origin of the registry. */
  origin: string
}

/** Returns the registry's verdict on a version: it confirms the digests, and a yanked version fails. */
export async function verifySkill(
  source: AppSource,
  app: AppDocument,
  { requested, origin }: VerifyQuestion,
): Promise<z.infer<typeof VerifyAnswer>> {
  const entry = requestedVersion(app, requested)
  const published = await source.getVersion(app.name, entry.version)
  const { fingerprint } = await source.summary(app.name, published)
  const owner = ownerOf(app)
  const reasons = [
    ...(entry.yanked === null ? [] : [`Withdrawn: ${entry.yanked.reason}`]),
    ...(entry.deprecated === null ? [] : [`Deprecated: ${entry.deprecated.message}`]),
  ]
  const ok = entry.yanked === null
  return {
    schema: 'clawhub.skill.verify.v1',
    ok,
    decision: ok ? 'pass' : 'fail',
    reasons,
    slug: skillName(app.name),
    displayName: app.display_name,
    pageUrl: `${origin}/${registryPaths.app(app.name)}`,
    publisherHandle: owner?.handle ?? null,
    publisherDisplayName: owner?.displayName ?? null,
    publisherProfileUrl: null,
    version: entry.version,
    resolvedFrom:
      requested.version !== undefined ? 'version' : requested.tag !== undefined ? 'tag' : 'latest',
    tag: requested.tag ?? null,
    createdAt: timeOf(entry),
    card: null,
    artifact: { sha256: sha256Of((await source.pack(published)).zip), fingerprint },
    provenance: { manifestDigest: entry.digest },
    security: null,
    signature: null,
  }
}
