import { type AppManifest, ConflictError } from '@cli-apps/core'
import { nameKey, nameMarks } from '@cli-apps/core/publish-rules'
import { isAdmin, requireOwner } from '../../auth/authorize.ts'
import { claimName, requireAliases } from '../../auth/claim-name.ts'
import type { Queries } from '../../db/database.ts'
import { lockOrMakeApp } from '../../db/queries/apps/app-rows.ts'
import { claimNames, lockNewNames } from '../../db/queries/apps/claimed-names.ts'
import { insertAudit } from '../../db/queries/audit-rows.ts'
import { insertVersion, versionChoices } from '../../db/queries/version-rows.ts'
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
 * Checks, authorizes and stores one version in one transaction. An existing version never changes: publishing
 * the same content is not an error, and other content throws `ConflictError` `version.exists`.
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
    // Checked again under the lock, which keeps others from claiming a similar name. Admins may use similar
    // names.
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

/** Catches concurrent publishes, which the earlier check of the rules cannot see. */
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
  closures,
  digest,
  signatures,
  now,
  actor,
}: CheckedVersion): Parameters<typeof insertVersion>[1] {
  return {
    app: manifest.name,
    version: manifest.version,
    sortKey: sortKey(manifest.version),
    manifest: manifestText,
    commandTrees,
    closures,
    recipeResults: null,
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
