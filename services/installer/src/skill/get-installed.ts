import { type AppName, type InstallRecord, NotFoundError, nearestNames } from '@cli-apps/core'
import { listInstalled, readRecord } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'

/** The record of an installed app. Throws `NotFoundError` `app.not-installed`. */
export async function getInstalled(name: AppName, { workspace }: CommandContext): Promise<InstallRecord> {
  const record = await readRecord(workspace, name)
  if (record !== undefined) return record
  const near = nearestNames(name, await listInstalled(workspace))
  throw new NotFoundError('app.not-installed', `${name} is not installed in ${workspace.root}.`, {
    hint: near.length > 0 ? `Did you mean ${near.join(' or ')}?` : '"cli-apps list" shows what is installed.',
  })
}
