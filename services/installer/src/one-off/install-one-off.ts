import path from 'node:path'
import type { InstallRecord } from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import { makeFolder, readWorkspaceFile, type Workspace } from '@cli-apps/core/node'
import type { ChangePlan, PlannedEffect } from '@cli-apps/core/results'
import type { CommandResult } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { accessRemarks, foldersToMake } from '../grants/change-app-access.ts'
import { planAskingForRegistries } from '../install/ask-for-registries.ts'
import { installChangePlan } from '../install/describe-install.ts'
import { installApps } from '../install/install-apps.ts'
import type { InstallPlan } from '../install/install-plan.ts'
import { planInstalls } from '../install/plan-install.ts'
import { carryOut } from '../plan/carry-out.ts'
import { writes } from '../plan/planned-effect.ts'
import { readWorkspaceFacts } from '../resolve/workspace-facts.ts'
import type { Allowances } from '../strategies/strategy.ts'
import { readSteadily } from '../workspace/read-steadily.ts'
import { settleWorkspace } from '../workspace/settle-workspace.ts'
import type { OneOffWish } from './find-one-off.ts'
import { chooseOneOffGrants } from './one-off-grants.ts'

interface OneOffInstall {
  wish: OneOffWish
  allowed: Allowances
  /** `--registry` */
  registry: string | undefined
  /** `--grant`, for the run that follows. */
  grants: readonly string[]
  options: OptionValues
}

/**
 * Installs an app into the workspace of its one-off runs, as `install` does: plan, consent, effects. Registries and package policy
 * are those of the workspace that the person is in. Calls `run` with the record.
 */
export async function installOneOff<Value>(
  { wish, allowed, registry, grants, options }: OneOffInstall,
  workspace: Workspace,
  context: CommandContext,
  run: (record: InstallRecord) => Promise<CommandResult<Value>>,
): Promise<CommandResult<Value | ChangePlan>> {
  const { signal, output } = context
  const { registries, policy } = await readWorkspaceFile(context.workspace)
  const place = { ...context, workspace }
  await settleWorkspace(workspace, { signal, notice: output.notice })
  const isYes = options.yes === true
  const planOptions = {
    isYes,
    registry,
    only: wish.method,
    agents: undefined,
    adopt: false,
    skillLanguage: undefined,
    allowGeneral: wish.allowGeneral,
    allowed,
  }
  const planOne = async (): Promise<InstallPlan[]> => {
    const { declared, lockfile } = await readWorkspaceFacts(workspace)
    const facts = { declared: { ...declared, registries, policy }, lockfile }
    return planInstalls([wish], { context: place, facts, options: planOptions })
  }
  const plans = await planAskingForRegistries(
    () => readSteadily(workspace, planOne, { signal }),
    (planned) => planned,
    { options, context: place },
  )
  const described = withoutRecords(installChangePlan('x', plans, place), workspace)
  return carryOut(
    grants.length === 0 ? described : withGrants(described, { plans, grants }, context),
    options,
    place,
    async () => {
      await makeFolder(workspace.root, 0o700)
      const [app] = await installApps(plans, place, { command: 'x', isYes })
      if (app === undefined) throw new RangeError('a plan leads to a record')
      return run(app.record)
    },
  )
}

/** Shows what the run gets. Throws before anything is installed for what the app does not declare. */
const withGrants = (
  plan: ChangePlan,
  { plans, grants }: { plans: readonly InstallPlan[]; grants: readonly string[] },
  context: CommandContext,
): ChangePlan => ({
  ...plan,
  changes: plan.changes.map((change) => {
    const planned = plans.find(({ name }) => name === change.subject)
    if (planned === undefined) return change
    const chosen = chooseOneOffGrants(planned.name, planned.requirements.access, grants, context)
    const permissions = chosen.map(({ item: { name, why } }) => ({
      option: `--grant ${name}`,
      reason: why,
      granted: true,
    }))
    return {
      ...change,
      permissions: [...change.permissions, ...permissions],
      remarks: [...change.remarks, ...accessRemarks(chosen)],
      effects: [...change.effects, ...writes(...foldersToMake(chosen).map((folder) => `${folder}/`))],
    }
  }),
})

/** Shows the files of the app's own folder as one. */
const withoutRecords = (plan: ChangePlan, { root }: Workspace): ChangePlan => ({
  ...plan,
  changes: plan.changes.map((change) => {
    const isRecord = (effect: PlannedEffect): boolean =>
      effect.effect === 'write' && effect.path.startsWith(`${root}${path.sep}`)
    const others = change.effects.filter((effect) => !isRecord(effect))
    const isOne = others.length < change.effects.length
    return { ...change, effects: isOne ? [...others, ...writes(`${root}${path.sep}`)] : others }
  }),
})
