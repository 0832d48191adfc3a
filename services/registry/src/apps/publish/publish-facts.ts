import {
  lookMark,
  lookOf,
  type NameFacts,
  type NamesDraft,
  nameMarks,
  namesOf,
  nearnessOf,
  type PublishFacts,
  type PublishPolicy,
} from '@cli-apps/core/publish-rules'
import { type Actor, isAdmin } from '../../auth/authorize.ts'
import type { Queries } from '../../db/database.ts'
import { approvedRules } from '../../db/queries/approval-rows.ts'
import { namesHeldBy, namesMarked, ownersOfApps } from '../../db/queries/name-rows.ts'
import { organizationsOf } from '../../db/queries/organization-rows.ts'
import { mapInTurns } from '../../work/turns.ts'

export interface FactsOptions {
  /** The user who publishes, if known. */
  actor?: Actor | undefined
  policy: PublishPolicy
}

/**
 * Returns what the registry knows about the names of a manifest, valid or not, to decide whether it may be
 * published.
 */
export async function publishFacts(
  db: Queries,
  draft: NamesDraft,
  { actor, policy }: FactsOptions,
): Promise<PublishFacts> {
  const name = draft.manifest.name ?? ''
  const marks = namesOf(draft).flatMap(({ path, key }) =>
    path === 'name' ? nameMarks(key) : [lookMark(key)],
  )
  const [held, near, approved] = await Promise.all([
    namesHeldBy(db, name),
    marks.length === 0 ? [] : namesMarked(db, { marks, app: name }),
    actor !== undefined && isAdmin(actor) ? ['*'] : approvedRules(db, name),
  ])
  const names: NameFacts = {
    held,
    others: await withOwnership(db, await nearTo(draft, near), { name, actor }),
  }
  return { policy, names, approved }
}

/**
 * Filters names that share a mark, possibly thousands, down to those that are near a name of the manifest.
 */
async function nearTo<Named extends { key: string }>(
  draft: NamesDraft,
  marked: readonly Named[],
): Promise<Named[]> {
  const looks = namesOf(draft).map(({ key }) => lookOf(key))
  const isNear = await mapInTurns(marked, ({ key }) => {
    const look = lookOf(key)
    return looks.some((ours) => nearnessOf(ours, look) !== undefined)
  })
  return marked.filter((_, at) => isNear[at])
}

/**
 * Marks an app as the publisher's own if it shares an owner with the manifest's app, or with the publisher of
 * a new app.
 */
async function withOwnership(
  db: Queries,
  near: readonly { key: string; app: string }[],
  { name, actor }: { name: string; actor: Actor | undefined },
): Promise<NameFacts['others']> {
  if (near.length === 0) return []
  const owners = await ownersOfApps(db, [...new Set([name, ...near.map(({ app }) => app)])])
  const ours = new Set(owners.filter(({ app }) => app === name).map(({ owner }) => owner))
  if (ours.size === 0 && actor !== undefined) {
    ours.add(actor.user)
    for (const organization of await organizationsOf(db, actor.user)) ours.add(`@${organization.name}`)
  }
  const own = new Set(owners.filter(({ owner }) => ours.has(owner)).map(({ app }) => app))
  return near.map(({ key, app }) => ({ key, app, isOwn: own.has(app) }))
}
