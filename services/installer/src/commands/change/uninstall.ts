import { t, UsageError } from '@cli-apps/core'
import type { ChangePlan } from '@cli-apps/core/results'
import { type Command, changeOptions, globalOption } from '../../command.ts'
import { carryOut } from '../../plan/carry-out.ts'
import { planUninstall, uninstallChangePlan } from '../../uninstall/plan-uninstall.ts'
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
        hint: 'cli-apps uninstall <name> …',
      })
    const { workspace, signal, output } = context
    await settleWorkspace(workspace, { signal, notice: output.notice })
    const asked = await installedNames(args, context)
    const plans = await readSteadily(workspace, () => planUninstall(asked, context), { signal })
    return carryOut(uninstallChangePlan(plans, context), options, context, async () => {
      await uninstallApps(plans, context)
      const names = plans.map(({ record }) => record.name)
      return {
        value: { uninstalled: names },
        text: t('uninstall.removed', 'Removed {names}.', { names: names.join(', ') }),
      }
    })
  },
}
