import { type InstallRecord, MethodKind, parseReference, UsageError } from '@cli-apps/core'
import {
  type Command,
  type CommandResult,
  changeOptions,
  type OptionValues,
  registryOption,
  textOption,
} from '../command.ts'
import type { CommandContext } from '../context.ts'
import { installApps } from '../install/install-apps.ts'
import type { InstallPlan } from '../install/install-plan.ts'
import { planInstall } from '../install/plan-install.ts'
import { describePlan, planText } from '../ui/plan-text.ts'
import { requireConsent } from '../ui/prompt.ts'
import { settleWorkspace } from '../workspace/with-workspace.ts'

export const install: Command = {
  summary: 'Install apps into this workspace and write their skills',
  usage: '<name>[@range] …',
  options: {
    ...changeOptions,
    ...registryOption,
    method: {
      type: 'string',
      value: 'KIND',
      description: 'Take only this kind of method, such as npm or apt',
    },
    adopt: {
      type: 'boolean',
      description: 'Take the program that is already on PATH, if it proves to be the right one',
    },
    'allow-general': {
      type: 'boolean',
      description: 'Take an app that is a shell, an interpreter or the like',
    },
  },
  run: runInstall,
}

async function runInstall(
  args: readonly string[],
  options: OptionValues,
  context: CommandContext,
): Promise<CommandResult> {
  if (args.length === 0) {
    throw new UsageError('cli.missing-name', 'Which app is to be installed?', {
      hint: 'cli-apps install <name>[@range] …',
    })
  }
  await settleWorkspace(context.workspace, { signal: context.signal, notice: context.output.notice })
  const only = methodOption(options)
  const plans: InstallPlan[] = []
  for (const word of new Set(args)) {
    const reference = { ...parseReference(word), isExplicit: word.includes('@') }
    plans.push(
      await planInstall(reference, context, {
        registry: textOption(options, 'registry'),
        only,
        adopt: options.adopt === true,
        allowGeneral: options['allow-general'] === true,
      }),
    )
  }
  if (options['dry-run'] === true)
    return { value: { plans: plans.map(describePlan) }, text: plans.map(planText).join('\n') }
  const isAsking = plans.some(needsConsent)
  if (isAsking && !context.output.isJson) context.output.notice(plans.map(planText).join('\n'))
  else for (const notice of plans.flatMap(({ notices }) => notices)) context.output.notice(notice)
  if (isAsking) await requireConsent('Go ahead?', context, { isGiven: options.yes === true })
  const records = await installApps(plans, context)
  return {
    value: {
      workspace: context.workspace.root,
      installed: records.map((record, index) => describeRecord(record, plans[index])),
    },
    text: records.map((record, index) => recordText(record, plans[index])).join('\n'),
  }
}

const needsConsent = ({ source }: InstallPlan): boolean => source !== 'present'

function methodOption(options: OptionValues): MethodKind | undefined {
  const text = textOption(options, 'method')
  if (text === undefined) return undefined
  const parsed = MethodKind.safeParse(text)
  if (parsed.success) return parsed.data
  throw new UsageError('cli.bad-method', `${JSON.stringify(text)} is no kind of method.`, {
    hint: `There are ${MethodKind.options.join(', ')}.`,
  })
}

const describeRecord = (record: InstallRecord, plan: InstallPlan | undefined) => ({
  name: record.name,
  version: record.version,
  program_version: record.program_version,
  method: record.method,
  source: plan?.source ?? null,
  adopted: record.adopted,
  argv: record.argv,
  skill: record.skill.path,
  refusals: plan?.refusals ?? [],
  notices: plan?.notices ?? [],
})

function recordText(record: InstallRecord, plan: InstallPlan | undefined): string {
  const program = record.program_version === null ? '' : `, the program says ${record.program_version}`
  const how = {
    present: 'was installed already',
    store: 'is installed, out of the store',
    build: `is installed with ${record.method}`,
    system: record.adopted
      ? `was on this machine already (${record.argv.at(-1)}) and is adopted`
      : `is installed with ${record.method}`,
  }[plan?.source ?? 'build']
  return `${record.name} ${record.version} ${how}${program}.\n  skill: ${record.skill.path}`
}
