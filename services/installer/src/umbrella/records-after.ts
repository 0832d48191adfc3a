import { type AppName, InstallRecord, isAppError } from '@cli-apps/core'
import { listInstalled } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { findOwnRecord } from '../workspace/own-record.ts'
import type { FileChange } from '../workspace/transaction.ts'

const recordPath = /^\.cli-apps\/apps\/([a-z0-9-]+)\.json$/

/**
 * Returns the records that this user's installer wrote, by name, as they are once these changes are made. Damaged ones are
 * left out: other checks report them.
 */
export async function recordsAfter(
  changes: readonly FileChange[],
  place: Pick<CommandContext, 'workspace' | 'config'>,
): Promise<InstallRecord[]> {
  const changed = new Map(
    changes.flatMap(({ path, content }) => {
      const [, name] = recordPath.exec(path) ?? []
      return name === undefined ? [] : [[name, content] as const]
    }),
  )
  const kept = (await listInstalled(place.workspace)).filter((name) => !changed.has(name))
  const records = await Promise.all(kept.map((name) => readable(name, place)))
  const written = [...changed.values()].flatMap((content) =>
    content === null ? [] : [InstallRecord.parse(JSON.parse(content))],
  )
  return [...records.flat(), ...written].sort((a, b) => (a.name < b.name ? -1 : 1))
}

async function readable(
  name: AppName,
  place: Pick<CommandContext, 'workspace' | 'config'>,
): Promise<InstallRecord[]> {
  try {
    const record = await findOwnRecord(name, place)
    return record === undefined ? [] : [record]
  } catch (error) {
    if (isAppError(error)) return []
    throw error
  }
}
