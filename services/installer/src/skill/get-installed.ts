import { type AppName, type InstallRecord, NotFoundError, nearestNames } from '@cli-apps/core'
import { listInstalled } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { requireOwnRecord } from '../workspace/own-record.ts'

/** The record of an installed app. Throws `NotFoundError` `app.not-installed`, and `record.foreign` as `requireOwnRecord`. */
export async function getInstalled(name: AppName, context: CommandContext): Promise<InstallRecord> {
  const { workspace } = context
  const record = await requireOwnRecord(name, context)
  if (record !== undefined) return record
  const near = nearestNames(name, await listInstalled(workspace))
  throw new NotFoundError('app.not-installed', `${name} is not installed in ${workspace.root}.`, {
    hint:
      near.length > 0
        ? `Did you mean ${near.join(' or ')}?`
        : 'Run "cli-apps list" to show what is installed.',
  })
}
