import { type AppManifest, type Digest, InvalidError, type Issue, type Signature } from '@cli-apps/core'
import type { SigningKey } from '@cli-apps/core/node'
import type { PublishPolicy } from '@cli-apps/core/publish-rules'
import { type Actor, requireScope } from '../../auth/authorize.ts'
import type { Queries } from '../../db/database.ts'
import { requirePublishable } from './validate-manifest.ts'

export interface PublishRequest {
  /** The publication exactly as it was received: a manifest, or one with its command trees. */
  text: string
  actor: Actor
  now: Date
  policy: PublishPolicy
  /** Name and version that the manifest must have, where the request names them too. */
  expected?: { name: string; version: string } | undefined
  /** What the version is signed with. */
  signer?: Pick<SigningKey, 'sign'> | undefined
}

export interface PublishOutcome {
  name: AppManifest['name']
  version: string
  digest: Digest
  /** `present` when the same content was there already, `held` when the operator has to look at it. */
  status: 'published' | 'present' | 'held'
  /** Why it is held. */
  reasons?: readonly Issue[]
}

/** A version against which nothing stands but what others publish at the same moment. */
export interface CheckedVersion extends Pick<PublishRequest, 'text' | 'actor' | 'now' | 'policy'> {
  manifest: AppManifest
  /** What is stored of it. */
  manifestText: string
  commandTrees: string | null
  digest: Digest
  /** What the operator has to look at before it may be published. */
  held: Issue[]
  signatures: Signature[]
}

/** Checks and signs a version before it is stored; changes nothing. */
export async function checkVersion(
  db: Queries,
  { text, actor, now, policy, expected, signer }: PublishRequest,
): Promise<CheckedVersion> {
  const { payload, ...judged } = await requirePublishable(db, text, {
    actor,
    policy,
  })
  const { manifest } = judged
  if (expected !== undefined) requireExpected(manifest, expected)
  requireScope(actor, 'publish', manifest.name)
  const signatures = signer === undefined ? [] : [signer.sign(payload)]
  return { ...judged, text, actor, now, policy, signatures }
}

function requireExpected(manifest: AppManifest, expected: { name: string; version: string }): void {
  const issues = (['name', 'version'] as const).flatMap((path): Issue[] =>
    manifest[path] === expected[path]
      ? []
      : [
          {
            path,
            rule: 'publish.path-mismatch',
            message: `is ${manifest[path]} in the manifest and ${expected[path]} in the address`,
          },
        ],
  )
  if (issues.length === 0) return
  throw new InvalidError(
    'publish.path-mismatch',
    'The name or version in the manifest differs from the address.',
    {
      hint: `PUT it to /v1/apps/${manifest.name}/${encodeURIComponent(manifest.version)}.`,
      issues,
    },
  )
}
