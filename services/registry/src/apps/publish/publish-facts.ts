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
import { organisationsOf } from '../../db/queries/organisation-rows.ts'
import { mapInTurns } from '../../work/turns.ts'

export interface FactsOptions {
  /** Who wants to publish, where that is known. */
  actor?: Actor | undefined
  policy: PublishPolicy
}

/** What this registry knows that decides whether a manifest with these names, sound or not, may be published. */
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

/** Of names that share a mark, which may be thousands, those that are near to one of the manifest's. */
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

/** An app is the publishers' own where an owner of theirs, or who publishes their first version, owns it too. */
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
    for (const organisation of await organisationsOf(db, actor.user)) ours.add(`@${organisation.name}`)
  }
  const own = new Set(owners.filter(({ owner }) => ours.has(owner)).map(({ app }) => app))
  return near.map(({ key, app }) => ({ key, app, isOwn: own.has(app) }))
}
