import { type AppName, type InstallRecord, NotFoundError, nearestNames, t } from '@cli-apps/core'
import { listInstalled } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { requireOwnRecord } from '../workspace/own-record.ts'

/**
 * Returns the record of an installed app. Throws `NotFoundError` `app.not-installed`, and `record.foreign` like
 * `requireOwnRecord`.
 */
export async function getInstalled(name: AppName, context: CommandContext): Promise<InstallRecord> {
  const { workspace } = context
  const record = await requireOwnRecord(name, context)
  if (record !== undefined) return record
  const near = nearestNames(name, await listInstalled(workspace))
  throw new NotFoundError(
    'app.not-installed',
    t('verify-installed.not-installed', '{name} is not installed in {root}.', { name, root: workspace.root }),
    {
      hint:
        near.length > 0
          ? t('app.not-installed.hint.did-you-mean', 'Did you mean {near}?', { near: near.join(' or ') })
          : t('verify-installed.hint', 'Run "{cli} list" to show what is installed.'),
    },
  )
}
