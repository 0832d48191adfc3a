import { t, UsageError } from '@cli-apps/core'
import type { ChangePlan } from '@cli-apps/core/results'
import type { AdoptResult } from '../../adopt/adopt-result.ts'
import { draftedPath } from '../../adopt/drafted-manifest.ts'
import { planAdoption } from '../../adopt/plan-adoption.ts'
import { agentOption, chooseAgents } from '../../agents/choose-agents.ts'
import { type Command, changeOptions, textOption } from '../../command.ts'
import { installChangePlan } from '../../install/describe-install.ts'
import { describeInstallResult, installedText } from '../../install/describe-install-result.ts'
import { installApps } from '../../install/install-apps.ts'
import { carryOut } from '../../plan/carry-out.ts'
import { settleWorkspace } from '../../workspace/settle-workspace.ts'
import { placeOptions } from './install-options.ts'

export const adopt: Command<AdoptResult | ChangePlan> = {
  summary: 'Make any program on PATH or in the workspace an app',
  usage: '<program>',
  completes: ['file', []],
  options: {
    ...changeOptions,
    name: { type: 'string', value: 'NAME', description: 'Name of the app (default: that of the program)' },
    ...agentOption,
    'allow-general': placeOptions['allow-general'],
    verbose: placeOptions.verbose,
  },
  async run(args, options, context) {
    const [word, ...more] = args
    if (word === undefined || more.length > 0)
      throw new UsageError('cli.missing-program', t('cli.missing-program', 'Expected one program.'), {
        hint: t('cli.missing-program.hint', 'Name one on PATH, or write a path: {cli} adopt ./bin/tool'),
      })
    const { workspace, signal, output } = context
    await settleWorkspace(workspace, { signal, notice: output.notice })
    const allowGeneral = options['allow-general'] === true
    const plan = await planAdoption(word, context, {
      name: textOption(options, 'name'),
      agents: await chooseAgents(options, workspace.root),
      skillLanguage: context.askedLanguage,
      allowGeneral,
      allowed: { scripts: [], builds: [], sources: [], general: allowGeneral },
    })
    return carryOut(installChangePlan('adopt', [plan], context), options, context, async () => {
      const installed = await installApps([plan], context, { command: 'adopt' })
      const manifest = draftedPath(plan.name)
      return {
        value: { workspace: workspace.root, installed: installed.map(describeInstallResult), manifest },
        text: [
          ...installed.map(installedText),
          t('adopt.manifest', '  manifest: {manifest} (edit its texts, then run: {cli} update {name})', {
            manifest,
            name: plan.name,
          }),
        ].join('\n'),
      }
    })
  },
}
