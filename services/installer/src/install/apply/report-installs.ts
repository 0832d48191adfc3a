import { isAppError, registryPaths } from '@cli-apps/core'
import { fetchText } from '@cli-apps/core/node'
import type { CommandContext } from '../../context.ts'
import { serverBase } from '../../publisher/ask-server.ts'
import type { AppliedInstall } from './apply-installs.ts'

/** Milliseconds that all reports together may take. */
const longestMs = 1_000

/**
 * Tells registries which of their apps were just installed, if the user turned that on: the name, and nothing else. Each
 * registry hears only of its own apps. A failure is none of the install.
 */
export async function reportInstalls(
  installed: readonly AppliedInstall[],
  { config, signal, isOffline }: CommandContext,
): Promise<void> {
  if (!config.reportsInstalls || isOffline) return
  const reports = installed
    .filter(({ plan }) => !plan.isSettled)
    .map(async ({ record: { name, registry } }) => {
      const base = serverBase(registry)
      if (base === undefined) return
      await fetchText(base + registryPaths.installs(), {
        ...{ method: 'POST', body: JSON.stringify({ app: name }), redirects: 0 },
        ...{ headers: { 'content-type': 'application/json' }, signal, timeoutMs: longestMs },
      }).catch((error: unknown) => {
        if (!isAppError(error)) throw error
      })
    })
  await Promise.all(reports)
}
