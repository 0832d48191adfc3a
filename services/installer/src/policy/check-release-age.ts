import type { InstallMethod, InstallPolicy } from '@cli-apps/core'
import type { CommandContext } from '../context.ts'
import type { StrategyHost } from '../strategies/strategy.ts'
import { readPublishTime } from './read-publish-time.ts'
import { judgeReleaseAge, newestAllowed, releaseAgePolicy } from './release-age.ts'

type Context = Pick<CommandContext, 'config' | 'signal'>

/** What the index says of the age of the release that a method installs, as remarks. Throws as `judgeReleaseAge`. */
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

/** Dependencies of what a method installs may not be newer; `undefined` where the package itself may be. */
export function newestDependency(
  method: InstallMethod,
  workspace: InstallPolicy | undefined,
  { config }: Pick<Context, 'config'>,
): Date | undefined {
  const name = 'package' in method ? method.package : undefined
  return name === undefined
    ? undefined
    : newestAllowed(name, releaseAgePolicy(config.policy, workspace), new Date())
}
