import { AppName, isAppError, t } from '@cli-apps/core'
import type { CommandContext } from '../context.ts'
import { sayRealName } from '../workspace/installed-name.ts'

/**
 * Does something with an app of the registries that a person named. Where no app has that name, but one has the alias, or
 * just one has a program of that name, it is done with that one, which is said.
 */
export async function byRealName<Result>(
  name: AppName,
  { output }: Pick<CommandContext, 'output'>,
  use: (name: AppName) => Promise<Result>,
): Promise<Result> {
  try {
    return await use(name)
  } catch (error) {
    const { alias_of, program_of } =
      (isAppError(error) && error.code === 'app.unknown' && error.details) || {}
    const real = AppName.safeParse(alias_of ?? program_of).data
    if (real === undefined) throw error
    output.notice(alias_of === undefined ? sayProgram(name, real) : sayRealName(name, real))
    return use(real)
  }
}

const sayProgram = (program: string, name: AppName): string =>
  t('by-real-name.program', '{program} is a program of the app {name}.', { program, name })
