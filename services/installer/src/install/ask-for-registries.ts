import { t } from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import type { CommandContext } from '../context.ts'
import type { WorkspaceRegistry } from '../managers/workspace-registries.ts'
import { noteRegistries } from '../trust/apply-trust.ts'
import { askPerson, canAsk } from '../ui/prompt.ts'
import type { InstallPlan } from './install-plan.ts'

/**
 * Plans, and asks once about each package registry that a workspace file names and that is not trusted or refused yet.
 * After a confirmation, the plan is made again. `--yes` does not confirm a registry: the plan's remarks explain how to
 * trust one.
 */
export async function planAskingForRegistries<Planned>(
  plan: () => Promise<Planned>,
  plansOf: (planned: Planned) => readonly Pick<InstallPlan, 'unused'>[],
  {
    options,
    context,
    ask = canAsk(context) ? askPerson : undefined,
  }: {
    options: OptionValues
    context: Pick<CommandContext, 'workspace' | 'config' | 'output' | 'signal'>
    ask?: typeof askPerson | undefined
  },
): Promise<Planned> {
  const planned = await plan()
  if (options.yes === true || options['dry-run'] === true || ask === undefined) return planned
  let isChanged = false
  for (const { file, urls } of undecided(plansOf(planned))) {
    const named = urls.join(', ')
    const question = t(
      'ask-for-registries.names-package-registry-use',
      '{file} names the package registry {named}. Use it in this workspace instead of your own?',
      { file, named },
    )
    const trusted = await ask(question, context)
    await noteRegistries(context.workspace.root, { urls, trusted }, context)
    isChanged ||= trusted
  }
  return isChanged ? plan() : planned
}

function undecided(plans: readonly Pick<InstallPlan, 'unused'>[]): WorkspaceRegistry[] {
  const open = plans.flatMap(({ unused }) => unused).filter(({ isTrusted }) => isTrusted === undefined)
  return [...new Map(open.map((one) => [one.file, one])).values()]
}
