import { cliCall, t, UsageError } from '@cli-apps/core'
import type { ChangePlan } from '@cli-apps/core/results'
import {
  type Command,
  changeOptions,
  globalOption,
  offlineOption,
  registryOption,
  textOption,
} from '../../command.ts'
import { planAskingForRegistries } from '../../install/ask-for-registries.ts'
import { installChangePlan } from '../../install/describe-install.ts'
import { describeInstallResult, installedText } from '../../install/describe-install-result.ts'
import { installApps } from '../../install/install-apps.ts'
import type { CiResult } from '../../lock/ci-result.ts'
import { planRestore } from '../../lock/plan-restore.ts'
import { carryOut } from '../../plan/carry-out.ts'
import { readsLater, startReading, waitOption, withUnread } from '../../unread/start-reading.ts'
import { readSteadily } from '../../workspace/read-steadily.ts'
import { settleWorkspace } from '../../workspace/settle-workspace.ts'
import { placeOptions, readAllowances, readJobs } from './install-options.ts'

export const ci: Command<CiResult | ChangePlan> = {
  summary: 'Install exactly what cli-apps.lock contains; fail on any difference',
  usage: '',
  options: {
    ...globalOption,
    ...changeOptions,
    ...registryOption,
    ...offlineOption,
    ...placeOptions,
    ...waitOption,
  },
  async run(args, options, context) {
    const { workspace, signal, output } = context
    if (args.length > 0)
      throw new UsageError(
        'cli.too-many',
        t('cli.too-many.ci-restores-whole-lockfile', 'ci restores the whole lockfile and takes no names.'),
        {
          hint: `${cliCall()} install ${args[0]}`,
        },
      )
    const jobs = readJobs(options)
    const isLater = readsLater(options, context)
    await settleWorkspace(workspace, { signal, notice: output.notice })
    const planOptions = { registry: textOption(options, 'registry'), ...readAllowances(options) }
    const plans = await planAskingForRegistries(
      () =>
        readSteadily(workspace, async () => withUnread(await planRestore(context, planOptions), isLater), {
          signal,
        }),
      (planned) => planned,
      { options, context },
    )
    return carryOut(installChangePlan('ci', plans, context), options, context, async () => {
      const installed = await installApps(plans, context, { command: 'ci', ...jobs, isLater })
      if (isLater) await startReading(installed, context)
      return {
        value: {
          workspace: workspace.root,
          restored: installed.map(describeInstallResult),
        },
        text:
          installed.length === 0
            ? t('ci.cli-apps-lock-contains-no', 'cli-apps.lock contains no apps.')
            : installed.map(installedText).join('\n'),
      }
    })
  },
}
