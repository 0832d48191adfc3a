import type { InstallMethod, InstallPolicy } from '@cli-apps/core'
import type { CommandContext } from '../context.ts'
import type { DependencyAge, StrategyHost } from '../strategies/strategy.ts'
import { readPublishTime } from './read-publish-time.ts'
import { judgeReleaseAge, newestAllowed, releaseAgePolicy } from './release-age.ts'

type Context = Pick<CommandContext, 'config' | 'signal'>

/** Returns remarks on the age of a method's release according to its index. Throws like `judgeReleaseAge`. */
export async function checkReleaseAge(
  method: InstallMethod,
  workspace: InstallPolicy | undefined,
  host: StrategyHost,
  context: Context,
): Promise<string[]> {
  const policy = releaseAgePolicy(context.config.policy, workspace)
  if (policy.minimumAge === 0) return []
  const release = await readPublishTime(method, host, context)
  return release === undefined ? [] : judgeReleaseAge(release, policy, new Date())
}

/** Returns the required age of a method's dependencies; `undefined` if the package itself may have any age. */
export function dependencyAge(
  method: InstallMethod,
  workspace: InstallPolicy | undefined,
  { config }: Pick<Context, 'config'>,
): DependencyAge | undefined {
  const policy = releaseAgePolicy(config.policy, workspace)
  const before = 'package' in method ? newestAllowed(method.package, policy, new Date()) : undefined
  return before === undefined ? undefined : { ...policy, before }
}
