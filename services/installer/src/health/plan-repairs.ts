import path from 'node:path'
import { type AppName, isAppError, parseReference, t } from '@cli-apps/core'
import { listInstalled, readLockfile, readWorkspaceFile, recordFile } from '@cli-apps/core/node'
import type { ChangePlan } from '@cli-apps/core/results'
import type { CommandContext } from '../context.ts'
import { installChangePlan } from '../install/describe-install.ts'
import { findKnownApp } from '../install/find-known-app.ts'
import type { InstallPlan } from '../install/install-plan.ts'
import { planAgain } from '../install/plan-again.ts'
import { planInstall } from '../install/plan-install.ts'
import { removes, writes } from '../plan/planned-effect.ts'
import { type AppState, isKnown } from '../resolve/workspace-facts.ts'
import type { Allowances } from '../strategies/strategy.ts'
import { findOwnRecord } from '../workspace/own-record.ts'
import { attempt, type Fault } from './fault.ts'
import { noRepair, planWorkspaceRepairs } from './plan-workspace-repairs.ts'
import { appRepairOf, faultsByApp, type Repair } from './repair.ts'

/** Plans the repair of faults. Faults that this machine cannot repair are in the plan with a hint. Changes nothing. */
export async function planRepairs(
  faults: readonly Fault[],
  context: CommandContext,
  allowed: Allowances,
): Promise<Repair[]> {
  const repairs = planWorkspaceRepairs(faults, context)
  const isUndeclared = faults.some(({ code }) => ['workspace.corrupt', 'workspace.conflict'].includes(code))
  for (const [name, found] of await faultsToFix(faults, context)) {
    const [first] = found
    if (first === undefined) continue
    repairs.push(
      isUndeclared
        ? noRepair(
            first,
            t(
              'plan-repairs.fix-cli-apps-json-first',
              'Fix cli-apps.json first, then run "{cli} doctor --fix" again.',
            ),
          )
        : await planAppRepair(name, found, context, allowed),
    )
  }
  return repairs
}

/** A rewritten lockfile needs an entry of every app, also of apps without faults. */
async function faultsToFix(
  faults: readonly Fault[],
  { workspace }: CommandContext,
): Promise<Map<AppName, Fault[]>> {
  const found = faultsByApp(faults)
  const lock = faults.find(({ code }) => code === 'lockfile.corrupt')
  if (lock === undefined) return found
  for (const app of await listInstalled(workspace))
    if (!found.has(app)) found.set(app, [{ ...lock, app, code: 'lockfile.differs' }])
  return found
}

/** Returns the plan of repairs in the form that the user confirms. */
export const repairChangePlan = (repairs: readonly Repair[], { workspace }: CommandContext): ChangePlan => ({
  command: 'doctor',
  workspace: workspace.root,
  changes: repairs.map(({ change }) => change),
})

async function planAppRepair(
  name: AppName,
  faults: readonly Fault[],
  context: CommandContext,
  allowed: Allowances,
): Promise<Repair> {
  const needed = appRepairOf(faults)
  const [first] = faults
  const untrusted = faults.find(({ code }) => code === 'record.foreign')
  if (untrusted !== undefined && !isKnown(await readTraces(name, context)))
    return noRepair(
      untrusted,
      t(
        'plan-repairs.nothing-here-declares-remove',
        'Nothing here declares it. Remove its record: {cli} uninstall {name}',
        { name },
      ),
    )
  if (first === undefined) throw new RangeError(`${name} has no fault`)
  const final = faults.find((fault) => appRepairOf([fault]) === undefined)
  if (needed === undefined) return noRepair(final ?? first)
  const extra = needed === 'build' ? [] : faults.filter(({ code }) => code === 'program.file-extra')
  const extraPaths = extra.flatMap(({ paths }) => paths)
  if (needed === 'remove-extra') return removeExtra(name, faults, extraPaths)
  try {
    const plan = await planApp(name, context, { allowed, isRebuild: needed === 'build' })
    return installAgain(plan, { faults, extra: extraPaths, context })
  } catch (error) {
    if (!isAppError(error)) throw error
    const reason = `${error.message}${error.hint === undefined ? '' : ` ${error.hint}`}`
    return noRepair(
      first,
      t('plan-repairs.then-cli-apps-install', '{reason} Then: {cli} install {name}', { reason, name }),
    )
  }
}

/** Plans the repair from what this machine has; if that is insufficient, from the registry, at the locked version. */
async function planApp(
  name: AppName,
  context: CommandContext,
  options: { allowed: Allowances; isRebuild: boolean },
): Promise<InstallPlan> {
  const facts = await readTraces(name, context)
  const known = await findKnownApp(facts, context)
  const plan =
    known === undefined
      ? await planInstall(
          { ...parseReference(name), isExplicit: false },
          context,
          { registry: undefined, only: undefined, adopt: false, allowGeneral: false, ...options },
          facts,
        )
      : await planAgain(known, context, options)
  // The app has a fault, so the plan always rebuilds it.
  return { ...plan, ...(options.isRebuild && { rebuild: 'always' as const }), isSettled: false }
}

/** Reads what the workspace records about an app, as far as it is readable. */
async function readTraces(name: AppName, context: CommandContext): Promise<AppState> {
  const { workspace } = context
  const lockfile = await attempt([], null, () => readLockfile(workspace))
  const record = await attempt([], name, () => findOwnRecord(name, context))
  const { apps, pins, agents = [], skills, policy } = await readWorkspaceFile(workspace)
  return {
    name,
    declared: apps[name],
    pin: pins?.[name],
    locked: lockfile?.apps[name],
    record,
    agents,
    skills,
    policy,
  }
}

const removeExtra = (name: AppName, faults: readonly Fault[], paths: readonly string[]): Repair => ({
  repair: 'remove',
  paths,
  change: {
    subject: name,
    summary: t(
      'plan-repairs.repair-remove-additional-files',
      'repair {name}: remove additional files from its program',
      { name },
    ),
    effects: removes(...paths),
    permissions: [],
    remarks: faults.map(({ message }) => message),
    facts: { faults: faults.map(({ code }) => code) },
  },
})

function installAgain(
  plan: InstallPlan,
  { faults, extra, context }: { faults: readonly Fault[]; extra: readonly string[]; context: CommandContext },
): Repair {
  const { workspace } = context
  const { name, entry } = plan
  const isRebuild = plan.rebuild !== undefined
  // Also shown if the program exists: the files in the workspace are written again.
  const shown =
    plan.source === 'present' ? ({ ...plan, source: entry === null ? 'system' : 'store' } as const) : plan
  const [install] = installChangePlan('doctor', [shown], context).changes
  const isRecordDamaged = faults.some(({ code }) => code === 'record.corrupt')
  const saves = isRecordDamaged || faults.some(({ code }) => code === 'skill.edited')
  return {
    repair: 'install-again',
    plan,
    extra,
    isRecordDamaged,
    change: {
      subject: name,
      summary: t('plan-repairs.repair', 'repair {name} {version}: {steps}', {
        name,
        version: plan.version,
        steps: isRebuild ? t('plan-repairs.rebuild-program', 'rebuild its program') : howOf(plan),
      }),
      effects: [
        ...removes(...extra),
        ...(isRebuild && entry !== null ? removes(`${entry.folder}${path.sep}`) : []),
        ...(isRecordDamaged ? removes(recordFile(workspace, name)) : []),
        ...(saves ? writes(`${path.join(workspace.state, 'saved', name)}${path.sep}`) : []),
        ...(install?.effects ?? []),
      ],
      permissions: plan.permissions.map((permission) => ({ ...permission })),
      remarks: [
        ...faults.map(({ message }) => message),
        ...(needsNetwork(plan) ? [t('plan-repairs.needs-network', 'this needs the network')] : []),
      ],
      facts: { ...install?.facts, faults: faults.map(({ code }) => code) },
    },
  }
}

const needsNetwork = ({ source, steps }: InstallPlan): boolean =>
  source === 'build' || (source === 'system' && steps.length > 0)

function howOf({ source, steps }: InstallPlan): string {
  if (source === 'build') return t('plan-repairs.rebuild-program', 'rebuild its program')
  if (source === 'system' && steps.length > 0)
    return t('plan-repairs.install-program-again', 'install its program again')
  return t('plan-repairs.rewrite-record-skill-lockfile', 'rewrite its record, skill and lockfile entry')
}
