import { ForbiddenError, type InstallRecord, t } from '@cli-apps/core'
import { exists, programOf, whyGeneral } from '@cli-apps/core/node'
import type { CommandContext } from '../../context.ts'
import type { InstalledProgram } from './installed-program.ts'

/**
 * Decides by the installed program itself, whatever its manifest claims, whether it is a general program, and returns
 * the reason.
 * Throws `ForbiddenError` `app.general-program` if the user allowed that neither now nor when it was recorded.
 */
export async function judgeProgram(
  { plan, argv }: Pick<InstalledProgram, 'plan' | 'argv'>,
  { environment }: Pick<CommandContext, 'environment'>,
): Promise<string | undefined> {
  const program = programOf(argv)
  if (program === undefined) return undefined
  const reason = await whyGeneral(program, environment.PATH)
  if (reason === undefined || plan.allowed.general === true || plan.facts.record?.general !== undefined)
    return reason
  throw new ForbiddenError(
    'app.general-program',
    t('app.general-program', '{name} runs other programs: {program} is {reason}.', {
      name: plan.name,
      program,
      reason,
    }),
    {
      hint: t(
        'app.general-program.hint',
        'An agent that may run it may run anything. To allow that, pass --allow-general.',
      ),
    },
  )
}

/**
 * Checks whether a record states the current class of its program.
 * Records of versions that did not note general programs lack it, and no run accepts them: the user has to install the
 * app again and allow it.
 */
export async function isClassRecorded(
  { argv, general }: Pick<InstallRecord, 'argv' | 'general'>,
  { environment }: Pick<CommandContext, 'environment'>,
): Promise<boolean> {
  const program = general === undefined ? programOf(argv) : undefined
  return (
    program === undefined ||
    !(await exists(program)) ||
    (await whyGeneral(program, environment.PATH)) === undefined
  )
}
