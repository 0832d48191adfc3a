import { isAppError, registryPaths } from '@cli-apps/core'
import { fetchText } from '@cli-apps/core/node'
import type { CommandContext } from '../../context.ts'
import { serverBase } from '../../publisher/ask-server.ts'
import type { AppliedInstall } from './apply-installs.ts'

/** Milliseconds that all reports together may take. */
const usualMs = 3_000

/**
 * Tells registries which of their apps were just installed, for a user who turned that on: the name, and nothing else. Each
 * registry hears only of its own apps. A failure is none of the install.
 */
export async function reportInstalls(
  installed: readonly AppliedInstall[],
  { signal, isOffline }: Pick<CommandContext, 'signal' | 'isOffline'>,
  longestMs = usualMs,
): Promise<void> {
  if (isOffline) return
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
