import { type ChangeReceipt, ConflictError, isDistTag, type TagRequest, UsageError } from '@cli-apps/core'
import type { Queries } from '../../db/database.ts'
import { deleteTag, setTag } from '../../db/queries/lifecycle-rows.ts'
import { tagsOf } from '../../db/queries/version-rows.ts'
import { type AppChange, changeApp } from './change-app.ts'
import { lockedVersion } from './locked-version.ts'

const mostTags = 100

/** Points a tag at a version that is not yanked. A `latest` that was set stays at its version. */
export function tagVersion(
  db: Queries,
  change: AppChange & { tag: string } & TagRequest,
): Promise<ChangeReceipt> {
  requireTag(change.tag)
  return changeApp(db, change, 'publish', async (tx, { name }) => {
    const { tag, version } = change
    const { yankedReason } = await lockedVersion(tx, name, version)
    if (yankedReason !== null)
      throw new ConflictError('version.yanked', `${name} ${version} was withdrawn: ${yankedReason}`, {
        hint: 'Choose another version, or remove the yank first.',
      })
    const tags = await tagsOf(tx, name)
    if (tags[tag] === version) return undefined
    if (tags[tag] === undefined && Object.keys(tags).length >= mostTags)
      throw new ConflictError('tag.too-many', `${name} has ${mostTags} tags, the maximum.`, {
        hint: 'Delete a tag first.',
      })
    await setTag(tx, name, tag, version)
    return {
      action: 'tag.set',
      version,
      details: { tag, ...(tags[tag] !== undefined && { from: tags[tag] }) },
    }
  })
}

/** Deletes a tag. Without a set `latest`, `latest` resolves to the highest version again. */
export function untagVersion(db: Queries, change: AppChange & { tag: string }): Promise<ChangeReceipt> {
  requireTag(change.tag)
  return changeApp(db, change, 'publish', async (tx, { name }) => {
    const { tag } = change
    const { [tag]: version } = await tagsOf(tx, name)
    if (version === undefined) return undefined
    await deleteTag(tx, name, tag)
    return { action: 'tag.delete', version, details: { tag } }
  })
}

function requireTag(text: string): void {
  if (isDistTag(text)) return
  throw new UsageError('tag.bad-name', `${JSON.stringify(text.slice(0, 100))} is not a valid tag.`, {
    hint: 'A tag is a lowercase word such as next, not a version or range, of at most 40 characters.',
  })
}
