import {
  type AppManifest,
  ConflictError,
  type Digest,
  InvalidError,
  type Issue,
  type Signature,
} from '@cli-apps/core'
import type { SigningKey } from '@cli-apps/core/node'
import type { PublishPolicy } from '@cli-apps/core/publish-rules'
import { type Actor, requireScope } from '../../auth/authorize.ts'
import type { Queries } from '../../db/database.ts'
import { versionChoices } from '../../db/queries/version-rows.ts'
import { type FindMissingSources, requireSourcesFound } from './find-missing-sources.ts'
import { requirePublishable } from './validate-manifest.ts'

export interface PublishRequest {
  /** The publication exactly as received: a manifest, or a manifest with the documents that it names. */
  text: string
  actor: Actor
  now: Date
  policy: PublishPolicy
  /** Name and version that the manifest must have, for requests that also name them. */
  expected?: { name: string; version: string } | undefined
  /** The digest that the manifest must have, where a person confirmed what they saw. */
  confirmed?: string | undefined
  /** Signs the version. */
  signer?: Pick<SigningKey, 'sign'> | undefined
  /** Looks up the packages and downloads of a new version; absent where the registry asks nobody. */
  findMissingSources?: FindMissingSources | undefined
}

export interface PublishOutcome {
  name: AppManifest['name']
  version: string
  digest: Digest
  /** `present` when the same content was already published, `held` when the operator has to review it. */
  status: 'published' | 'present' | 'held'
  /** Why the version is held. */
  reasons?: readonly Issue[]
}

/** A version that passed all checks, except for conflicts with concurrent publishes. */
export interface CheckedVersion extends Pick<PublishRequest, 'text' | 'actor' | 'now' | 'policy'> {
  manifest: AppManifest
  /** The manifest text that is stored. */
  manifestText: string
  commandTrees: string | null
  closures: string | null
  digest: Digest
  /** What the operator has to review before the version may be published. */
  held: Issue[]
  signatures: Signature[]
}

/** Checks and signs a version before it is stored. Changes nothing. */
export async function checkVersion(
  db: Queries,
  { text, actor, now, policy, expected, confirmed, signer, findMissingSources }: PublishRequest,
): Promise<CheckedVersion> {
  const { payload, ...judged } = await requirePublishable(db, text, {
    actor,
    policy,
  })
  const { manifest } = judged
  if (expected !== undefined) requireExpected(manifest, expected)
  if (confirmed !== undefined && confirmed !== judged.digest)
    throw new ConflictError('publish.not-confirmed', 'The manifest is not the one that was confirmed.', {
      hint: 'Look at the preview of this manifest, and confirm that.',
      details: { confirmed, received: judged.digest },
    })
  requireScope(actor, 'publish', manifest.name)
  if (findMissingSources !== undefined && !(await isStored(db, manifest)))
    await requireSourcesFound(manifest.install, findMissingSources)
  const signatures = signer === undefined ? [] : [signer.sign(payload)]
  return { ...judged, text, actor, now, policy, signatures }
}

/** A repeated publish succeeds, whatever became of the packages. */
const isStored = async (db: Queries, { name, version }: AppManifest): Promise<boolean> =>
  (await versionChoices(db, [name])).some((choice) => choice.version === version)

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
