import type { MethodKind } from '@cli-apps/core'
import type { ProvenManifest } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import type { AppState } from '../resolve/workspace-facts.ts'
import type { Allowances } from '../strategies/strategy.ts'
import type { InstallPlan } from './install-plan.ts'
import { planMethod } from './plan-method.ts'

/** An app as this machine knows it, without a registry. */
export interface KnownApp extends ProvenManifest {
  registry: string
  /** How it was installed. */
  method: MethodKind
  /** The range that `cli-apps.json` will declare. */
  range: string
  facts: AppState
}

/** Plans to reinstall an installed app by the same method, from its manifest alone. Asks no registry. */
export async function planAgain(
  known: KnownApp,
  context: CommandContext,
  { allowed, isRebuild }: { allowed: Allowances; isRebuild: boolean },
): Promise<InstallPlan> {
  const { method, ...rest } = known
  const isListed = known.manifest.install.some((listed) => listed.method === method)
  // Taken from PATH with `--adopt`: the manifest itself does not offer that.
  const adopt = method === 'bundled' && !isListed
  return planMethod({ ...rest, standing: undefined, movedFrom: undefined }, context, {
    only: method,
    adopt,
    allowed,
    isRebuild,
  })
}
