import { AppName, isAppError } from '@cli-apps/core'
import type { CommandContext } from '../context.ts'
import { sayRealName } from '../workspace/installed-name.ts'

/**
 * Does something with an app of the registries that a person named. Where no app has that name, but one has the alias, it
 * is done with that one, which is said.
 */
export async function byRealName<Result>(
  name: AppName,
  { output }: Pick<CommandContext, 'output'>,
  use: (name: AppName) => Promise<Result>,
): Promise<Result> {
  try {
    return await use(name)
  } catch (error) {
    const meant = isAppError(error) && error.code === 'app.unknown' ? error.details?.alias_of : undefined
    const real = AppName.safeParse(meant).data
    if (real === undefined) throw error
    output.notice(sayRealName(name, real))
    return use(real)
  }
}
