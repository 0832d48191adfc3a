import { parseAppName, UsageError } from '@cli-apps/core'
import { type Command, changeOptions } from '../command.ts'
import { planUninstall, uninstallApps } from '../install/uninstall-apps.ts'
import { uninstallText } from '../ui/plan-text.ts'
import { requireConsent } from '../ui/prompt.ts'
import { settleWorkspace } from '../workspace/with-workspace.ts'

export const uninstall: Command = {
  summary: 'Remove apps and their skills from this workspace',
  usage: '<name> …',
  options: changeOptions,
  async run(args, options, context) {
    if (args.length === 0)
      throw new UsageError('cli.missing-name', 'Which app is to be removed?', {
        hint: 'cli-apps uninstall <name> …',
      })
    await settleWorkspace(context.workspace, { signal: context.signal, notice: context.output.notice })
    const plans = await planUninstall(args.map(parseAppName), context)
    const text = plans.map(uninstallText).join('\n')
    const value = {
      plans: plans.map(({ record, steps }) => ({ name: record.name, version: record.version, steps })),
    }
    if (options['dry-run'] === true) return { value, text }
    if (!context.output.isJson) context.output.notice(text)
    await requireConsent('Go ahead?', context, { isGiven: options.yes === true })
    await uninstallApps(plans, context)
    const names = plans.map(({ record }) => record.name)
    return { value: { uninstalled: names }, text: `Removed ${names.join(', ')}.` }
  },
}
