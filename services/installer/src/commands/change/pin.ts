import {
  type AppReference,
  cliCall,
  isExactVersion,
  parseReference,
  t,
  UsageError,
  WorkspaceFile,
} from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import { readWorkspaceFile } from '@cli-apps/core/node'
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
import { installChangePlan } from '../../install/describe-install.ts'
import { installApps } from '../../install/install-apps.ts'
import { planInstalls } from '../../install/plan-install.ts'
import {
  applyPin,
  notLocked,
  type PinPlan,
  pinChangePlan,
  planPin,
  planUnpin,
} from '../../lock/change-pin.ts'
import type { PinResult } from '../../lock/pin-result.ts'
import { carryOut } from '../../plan/carry-out.ts'
import { readAppFacts, readWorkspaceFacts } from '../../resolve/workspace-facts.ts'
import { tableText } from '../../ui/table.ts'
import { installedName } from '../../workspace/installed-name.ts'
import { settleWorkspace } from '../../workspace/settle-workspace.ts'
import { placeOptions, readAllowances, readJobs } from './install-options.ts'

export const pin: Command<PinResult | ChangePlan> = {
  summary: 'Pin an app to one version, with a reason; with no name, list pins',
  usage: '[name[@version]]',
  completes: ['installed', []],
  options: {
    reason: { type: 'string', value: 'TEXT', description: 'State why the app stays at this version' },
    remove: { type: 'boolean', description: 'Remove the pin' },
    ...globalOption,
    ...changeOptions,
    ...registryOption,
    ...placeOptions,
  },
  run: runPin,
}

async function runPin(
  args: readonly string[],
  options: OptionValues,
  context: CommandContext,
): Promise<CommandResult<PinResult | ChangePlan>> {
  const { workspace, signal, output } = context
  const [word, ...more] = args
  if (more.length > 0)
    throw new UsageError('cli.too-many', t('cli.too-many.pin-one-app-time', 'Pin one app at a time.'), {
      hint: `${cliCall()} pin <name> --reason TEXT`,
    })
  await settleWorkspace(workspace, { signal, notice: output.notice })
  if (word === undefined) return listPins(context)
  const asked = parseReference(word)
  const reference = { ...asked, name: await installedName(asked.name, context) }
  const facts = await readAppFacts(reference.name, await readWorkspaceFacts(workspace), context)
  if (options.remove === true) return carryOutPin(planUnpin(facts), options, context)
  const reason = requireReason(reference, options)
  if (!word.includes('@') || reference.range === facts.locked?.version)
    return carryOutPin(planPin(facts, reason, context), options, context)
  if (facts.locked === undefined) throw notLocked(reference.name, workspace.root)
  return pinOther(reference, reason, options, context)
}

const carryOutPin = (
  plan: PinPlan,
  options: OptionValues,
  context: CommandContext,
): Promise<CommandResult<PinResult | ChangePlan>> =>
  carryOut(pinChangePlan(plan, context), options, context, async () => {
    await applyPin(plan, context)
    const { facts, range, reason } = plan
    return resultOf({ name: facts.name, range, reason })
  })

const resultOf = (pin: { name: string; range: string; reason: string | null }): CommandResult<PinResult> => ({
  value: pin,
  text:
    pin.reason === null
      ? t('pin.no-longer-pinned-declared', '{name} is no longer pinned; {range} is declared.', {
          name: pin.name,
          range: pin.range,
        })
      : t('pin.pinned', '{name} is pinned to {range}: {reason}', {
          name: pin.name,
          range: pin.range,
          reason: pin.reason,
        }),
})

/** Another version than the one that is locked is installed together with its pin. */
async function pinOther(
  { name, range }: AppReference,
  reason: string,
  options: OptionValues,
  context: CommandContext,
): Promise<CommandResult<PinResult | ChangePlan>> {
  if (!isExactVersion(range))
    throw new UsageError(
      'pin.no-version',
      t('pin.no-version', '{range} is not an exact version.', { range: JSON.stringify(range) }),
      {
        hint: t(
          'pin.no-version.hint',
          'Name one, as in "{cli} pin {name}@1.2.3 --reason TEXT", or omit it to pin the locked version.',
          { name },
        ),
      },
    )
  const facts = await readWorkspaceFacts(context.workspace)
  const plans = await planInstalls([{ name, range, isExplicit: true, overridesPin: true }], {
    context,
    facts,
    options: {
      registry: textOption(options, 'registry'),
      only: undefined,
      adopt: false,
      pin: reason,
      isYes: options.yes === true,
      ...readAllowances(options),
    },
  })
  return carryOut(installChangePlan('pin', plans, context), options, context, async () => {
    await installApps(plans, context, {
      command: 'pin',
      isYes: options.yes === true,
      ...readJobs(options),
    })
    return resultOf({ name, range, reason })
  })
}

/** A reason that `cli-apps.json` can hold. */
function requireReason({ name }: AppReference, options: OptionValues): string {
  const reason = textOption(options, 'reason')?.trim() ?? ''
  const parsed = WorkspaceFile.safeParse({ pins: { [name]: reason } })
  if (reason !== '' && parsed.success) return reason
  throw new UsageError(
    'pin.no-reason',
    t('pin.no-reason', 'A pin of {name} requires a reason, in one line.', { name }),
    {
      hint: t('pin.no-reason.hint', '{cli} pin {name} --reason "2.0 breaks our build"', { name }),
    },
  )
}

async function listPins({ workspace }: CommandContext): Promise<CommandResult<PinResult>> {
  const { apps, pins = {} } = await readWorkspaceFile(workspace)
  const rows = Object.entries(pins)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, reason]) => ({
      name,
      range: (apps as Record<string, string>)[name] ?? null,
      reason,
    }))
  return {
    value: { workspace: workspace.root, pins: rows },
    text:
      rows.length === 0
        ? t('pin.no-app-pinned', 'No app is pinned.')
        : tableText(rows.map(({ name, range, reason }) => [name, range ?? '', reason])),
  }
}
