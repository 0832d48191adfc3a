import { t, UsageError } from '@cli-apps/core'
import { readPlatform, readRecords } from '@cli-apps/core/node'
import type { ChangePlan } from '@cli-apps/core/results'
import {
  type Command,
  type CommandResult,
  changeOptions,
  globalOption,
  registryOption,
  textOption,
} from '../../command.ts'
import type { CommandContext } from '../../context.ts'
import {
  declarationDifferences,
  type LockDifference,
  recordDifferences,
} from '../../lock/lock-differences.ts'
import type { LockResult } from '../../lock/lock-result.ts'
import { applyLock, lockChangePlan, lockChangeText, planLock } from '../../lock/plan-lock.ts'
import { carryOut } from '../../plan/carry-out.ts'
import { readWorkspaceFacts } from '../../resolve/workspace-facts.ts'
import { settleWorkspace } from '../../workspace/settle-workspace.ts'

export const lock: Command<LockResult | ChangePlan> = {
  summary: 'Update cli-apps.lock from cli-apps.json without installing',
  usage: '[--check]',
  options: {
    check: {
      type: 'boolean',
      description: 'Only compare cli-apps.json, cli-apps.lock and what is installed',
    },
    ...globalOption,
    ...changeOptions,
    ...registryOption,
    'allow-general': {
      type: 'boolean',
      description: 'Allow apps that run other programs, such as a shell',
    },
  },
  async run(args, options, context) {
    const { workspace, signal, output } = context
    if (args.length > 0)
      throw new UsageError(
        'cli.too-many',
        t('cli.too-many.lock-covers-whole-workspace', 'lock covers the whole workspace and takes no names.'),
        {
          hint: t(
            'cli.too-many.hint.run-cli-apps-update-lock',
            'Run "{cli} update {args}" to lock a newer version of one app.',
            { args: String(args[0]) },
          ),
        },
      )
    await settleWorkspace(workspace, { signal, notice: output.notice })
    if (options.check === true) return checkLock(context)
    const plan = await planLock(context, {
      registry: textOption(options, 'registry'),
      allowGeneral: options['allow-general'] === true,
    })
    return carryOut(lockChangePlan(plan, context), options, context, async () => {
      await applyLock(plan, context)
      const lines = plan.changes.map(lockChangeText)
      return {
        value: { workspace: workspace.root, changes: plan.changes },
        text:
          plan.before === plan.after
            ? t('lock.cli-apps-lock-matches-cli-apps', 'cli-apps.lock matches cli-apps.json.')
            : [
                ...lines,
                t(
                  'lock.run-cli-apps-install-install',
                  'Run "{cli} install" to install what is locked and to lock its packages.',
                ),
              ].join('\n'),
      }
    })
  },
}

async function checkLock({ workspace }: CommandContext): Promise<CommandResult<LockResult>> {
  const [facts, records] = await Promise.all([readWorkspaceFacts(workspace), readRecords(workspace)])
  const differences = [...declarationDifferences(facts, readPlatform()), ...recordDifferences(facts, records)]
  return {
    value: { workspace: workspace.root, differences },
    text:
      differences.length === 0
        ? t('lock.cli-apps-json-cli-apps-lock', 'cli-apps.json, cli-apps.lock and what is installed match.')
        : differences.map(differenceText).join('\n'),
    exitStatus: differences.length === 0 ? 0 : 8,
  }
}

const differenceText = ({ message, hint }: LockDifference): string => `${message}\n  ${hint}`
