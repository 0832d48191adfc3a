import type { InstallRecord } from '@cli-apps/core'
import { openRecordSignatures } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { installableKinds, strategyFor } from '../strategies/index.ts'
import { readStrategyHost } from '../strategies/read-strategy-host.ts'
import type { Verifier } from './check.ts'

/** Returns what is needed to verify the apps of a workspace on this machine. */
export const openVerifier = (context: CommandContext): Verifier => ({
  workspace: context.workspace,
  signal: context.signal,
  signatures: openRecordSignatures(context.config.home),
  trustFolder: context.config.trust,
  store: context.config.store,
  locks: context.config.locks,
  systemVersion: (record) => systemVersion(record, context),
})

async function systemVersion(
  { manifest, method: kind }: InstallRecord,
  context: CommandContext,
): Promise<string | null> {
  const method = manifest.install.find(({ method }) => method === kind)
  if (method === undefined || !installableKinds.some((known) => known === kind)) return null
  const strategy = strategyFor(kind)
  if (strategy.version === undefined) return null
  return strategy.version(method, await readStrategyHost([method], context))
}
