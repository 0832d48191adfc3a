import { type AppManifest, ConflictError } from '@cli-apps/core'
import { nameKey, nameMarks } from '@cli-apps/core/publish-rules'
import { isAdmin, requireOwner } from '../../auth/authorize.ts'
import { claimName, requireAliases } from '../../auth/claim-name.ts'
import type { Queries } from '../../db/database.ts'
import { claimNames, lockNewNames, lockOrMakeApp } from '../../db/queries/app-rows.ts'
import { insertAudit } from '../../db/queries/audit-rows.ts'
import { insertVersion, type VersionRow, versionChoices } from '../../db/queries/version-rows.ts'
import { sortKey } from '../../db/sort-key.ts'
import { facetsOf } from '../facets.ts'
import { requirePresent } from '../missing-app.ts'
import { refreshApp } from '../refresh-app.ts'
import {
  type CheckedVersion,
  checkVersion,
  type PublishOutcome,
  type PublishRequest,
} from './check-version.ts'
import { claimHeld, holdVersion, releaseHeld } from './hold-version.ts'
import { requireSameContent } from './same-content.ts'
import { requirePublishable } from './validate-manifest.ts'

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

/** Stores a checked version, inside a transaction that also calls `refreshApps` when the version is new. */
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
