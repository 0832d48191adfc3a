import { cliCall, t, UsageError } from '@cli-apps/core'
import type { ChangePlan } from '@cli-apps/core/results'
import { type Command, changeOptions, globalOption } from '../../command.ts'
import type { CommandContext } from '../../context.ts'
import { carryOut } from '../../plan/carry-out.ts'
import { plannedUmbrella } from '../../umbrella/planned-umbrella.ts'
import { planUninstall, type UninstallPlan, uninstallChangePlan } from '../../uninstall/plan-uninstall.ts'
import { uninstallApps } from '../../uninstall/uninstall-apps.ts'
import type { UninstallResult } from '../../uninstall/uninstall-result.ts'
import { installedNames } from '../../workspace/installed-name.ts'
import { readSteadily } from '../../workspace/read-steadily.ts'
import { settleWorkspace } from '../../workspace/settle-workspace.ts'

export const uninstall: Command<UninstallResult | ChangePlan> = {
  summary: 'Remove apps and their skills from this workspace',
  usage: '<name> …',
  completes: ['installed'],
  options: { ...globalOption, ...changeOptions },
  async run(args, options, context) {
    if (args.length === 0)
      throw new UsageError('cli.missing-name', t('cli.missing-name.missing-app-name', 'Missing app name.'), {
        hint: `${cliCall()} uninstall <name> …`,
      })
    const { workspace, signal, output } = context
    await settleWorkspace(workspace, { signal, notice: output.notice })
    const asked = await installedNames(args, context)
    const plans = await readSteadily(workspace, () => planUninstall(asked, context), { signal })
    const plan = await withUmbrella(uninstallChangePlan(plans, context), plans, context)
    return carryOut(plan, options, context, async () => {
      await uninstallApps(plans, context)
      const names = plans.map(({ record }) => record.name)
      return {
        value: { uninstalled: names },
        text: t('uninstall.removed', 'Removed {names}.', { names: names.join(', ') }),
      }
    })
  },
}

/** Removing an app also removes it from the skill that names all apps. */
async function withUmbrella(
  plan: ChangePlan,
  plans: readonly UninstallPlan[],
  context: CommandContext,
): Promise<ChangePlan> {
  const gone = plans.map(({ record }) => ({ path: `.cli-apps/apps/${record.name}.json`, content: null }))
  return { ...plan, changes: [...plan.changes, ...(await plannedUmbrella(gone, context))] }
}
