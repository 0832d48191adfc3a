import { type Availability, availabilityOf, type FoundApp, toolsHinted } from '@cli-apps/core'
import { listInstalled, readHost } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'

export type AppHere = FoundApp & { availability?: Availability | undefined }

/** Adds to each app whether this machine has it, or could install it. Reads only PATH and the names of records. */
export async function availabilities(
  apps: readonly FoundApp[],
  { workspace, environment }: Pick<CommandContext, 'workspace' | 'environment'>,
): Promise<AppHere[]> {
  const hints = apps.flatMap(({ install = [] }) => install)
  const [installed, { platform, tools }] = await Promise.all([
    listInstalled(workspace),
    readHost(toolsHinted(hints), environment),
  ])
  const names = new Set<string>(installed)
  const host = { platform, tools, isRoot: process.getuid?.() === 0 }
  return apps.map((app) => {
    if (names.has(app.name)) return { ...app, availability: { state: 'installed' } }
    return app.install === undefined ? app : { ...app, availability: availabilityOf(app.install, host) }
  })
}
