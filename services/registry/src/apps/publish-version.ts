import {
  type AppManifest,
  ConflictError,
  type Digest,
  InvalidError,
  type Issue,
  type Signature,
} from '@cli-apps/core'
import type { SigningKey } from '@cli-apps/core/node'
import { nameKey, nameMarks, type PublishPolicy } from '@cli-apps/core/publish-rules'
import { type Actor, isAdmin, requireOwner, requireScope } from '../auth/authorize.ts'
import { claimName, requireAliases } from '../auth/claim-name.ts'
import { claimNames, lockNewNames, lockOrMakeApp } from '../db/app-rows.ts'
import { insertAudit } from '../db/audit-rows.ts'
import type { Queries } from '../db/database.ts'
import { sortKey } from '../db/sort-key.ts'
import { insertVersion, type VersionRow, versionChoices } from '../db/version-rows.ts'
import { facetsOf } from './facets.ts'
import { claimHeld, holdVersion, releaseHeld } from './hold-version.ts'
import { refreshApp } from './refresh-app.ts'
import { requirePresent } from './remove-app.ts'
import { requireSameContent } from './same-content.ts'
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

/**
 * Checks, authorises and stores one version, whole or not at all. A version that exists is never changed: the same content
 * is no error, other content a `ConflictError` `version.exists`.
 */
export async function publishVersion(db: Queries, request: PublishRequest): Promise<PublishOutcome> {
  const checked = await checkVersion(db, request)
  return db.transaction(async (tx) => {
    if (checked.held.length > 0) return holdVersion(tx, checked)
    const outcome = await storeVersion(tx, checked)
    if (outcome.status === 'published') await refreshApp(tx, outcome.name)
    return outcome
  })
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

/** The first half of `publishVersion`, which changes nothing. */
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

/** The second half, inside a transaction that also calls `refreshApps` when the version is new. */
export async function storeVersion(tx: Queries, checked: CheckedVersion): Promise<PublishOutcome> {
  const { manifest, digest, actor, now } = checked
  const { name, version } = manifest
  const { app, isNew: isNewApp } = await lockOrMakeApp(tx, name, now)
  if (isNewApp && !isAdmin(actor)) {
    // Judged again where nobody else takes a near name meanwhile; an admin may have one anyway.
    await lockNewNames(tx)
    await requirePublishable(tx, checked.text, checked)
  }
  await (isNewApp ? claimName(tx, actor, name, now) : requireOwner(tx, actor, name))
  const published = isNewApp ? [] : await versionChoices(tx, [name])
  const existing = published.find((choice) => choice.version === version)
  if (existing !== undefined) {
    requireSameContent(existing, digest)
    return { name, version, digest, status: 'present' }
  }
  requirePresent(app)
  await claimHeld(tx, checked, isNewApp)
  await releaseHeld(tx, name, version)
  await requireAliases(tx, actor, { name, aliases: manifest.aliases ?? [] })
  await requireFreeNames(tx, manifest)
  await insertVersion(tx, versionRow(checked))
  await insertAudit(tx, {
    at: now,
    actor: actor.user,
    token: actor.token,
    action: 'version.publish',
    app: name,
    version,
    details: { digest },
  })
  return { name, version, digest, status: 'published' }
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

/** For those who publish at the same moment: the rules have looked before. */
async function requireFreeNames(tx: Queries, { name, aliases = [] }: AppManifest): Promise<void> {
  const taken = await claimNames(tx, name, {
    keys: [name, ...aliases].map(nameKey),
    marksOf: nameMarks,
  })
  if (taken.length === 0) return
  const holders = taken.map(({ key, app }) => `${key} (of ${app})`).join(', ')
  throw new ConflictError('publish.name-taken', `Taken by another app as name or alias: ${holders}.`, {
    hint: 'Choose other names. An alias belongs to the first app that published it.',
    issues: taken.map(({ key, app }) => ({
      path: key === name ? 'name' : `aliases[${aliases.findIndex((alias) => nameKey(alias) === key)}]`,
      rule: 'publish.name-taken',
      message: `is a name or alias of ${app}`,
    })),
  })
}

function versionRow({
  manifest,
  manifestText,
  commandTrees,
  digest,
  signatures,
  now,
  actor,
}: CheckedVersion): VersionRow {
  return {
    app: manifest.name,
    version: manifest.version,
    sortKey: sortKey(manifest.version),
    manifest: manifestText,
    commandTrees,
    digest,
    publishedAt: now,
    publishedBy: actor.user,
    signatures,
    yankedReason: null,
    deprecatedMessage: null,
    displayName: manifest.display_name,
    summary: manifest.summary,
    description: manifest.description,
    category: manifest.category,
    tags: manifest.tags ?? [],
    aliases: manifest.aliases ?? [],
    facets: facetsOf(manifest),
  }
}
