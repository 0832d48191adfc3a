import type { ChangeReceipt, YankRequest } from '@cli-apps/core'
import type { Queries } from '../../db/database.ts'
import { deleteTag, setYanked } from '../../db/queries/lifecycle-rows.ts'
import { tagsOf } from '../../db/queries/version-rows.ts'
import { type AppChange, changeApp } from './change-app.ts'
import { lockedVersion } from './locked-version.ts'

/**
 * Yanks a version: ranges and tags no longer resolve to it, and tags that pointed at it are deleted. Requests
 * for the exact version still return it.
 */
export const yankVersion = (
  db: Queries,
  change: AppChange & { version: string } & YankRequest,
): Promise<ChangeReceipt> =>
  changeApp(db, change, 'yank', async (tx, { name }) => {
    const { version, reason } = change
    const { yankedReason } = await lockedVersion(tx, name, version)
    if (yankedReason === reason) return undefined
    const tags = Object.entries(await tagsOf(tx, name)).flatMap(([tag, of]) => (of === version ? [tag] : []))
    for (const tag of tags) await deleteTag(tx, name, tag)
    await setYanked(tx, name, version, reason)
    return {
      action: 'version.yank',
      version,
      details: { reason, ...(tags.length > 0 && { dropped_tags: tags }) },
    }
  })

/** Reverts a yank. Tags that the yank deleted are not restored. */
export const unyankVersion = (db: Queries, change: AppChange & { version: string }): Promise<ChangeReceipt> =>
  changeApp(db, change, 'yank', async (tx, { name }) => {
    const { version } = change
    const { yankedReason } = await lockedVersion(tx, name, version)
    if (yankedReason === null) return undefined
    await setYanked(tx, name, version, null)
    return { action: 'version.unyank', version }
  })
