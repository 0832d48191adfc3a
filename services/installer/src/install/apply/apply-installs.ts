import { CanceledError, ConflictError, type InstallRecord, t } from '@cli-apps/core'
import { makeRecordKey } from '@cli-apps/core/node'
import type { CommandContext } from '../../context.ts'
import {
  basisOf,
  readAppFacts,
  readWorkspaceFacts,
  type WorkspaceFacts,
} from '../../resolve/workspace-facts.ts'
import { wordsNotices } from '../../skill/skill-changes.ts'
import { forgetWorkspace, noteWorkspace } from '../../store/known-workspaces.ts'
import { umbrellaChanges, umbrellaNotices } from '../../umbrella/umbrella-changes.ts'
import { commitChanges, type FileChange } from '../../workspace/transaction.ts'
import { withWorkspaceLock } from '../../workspace/with-workspace.ts'
import { askerOf, placeWithFallback } from '../fallback/place-with-fallback.ts'
import { appChanges, lockedApp, lockfileChange, workspaceFileChange } from '../install-changes.ts'
import { type InstallPlan, locksSystemProgram } from '../install-plan.ts'
import { defaultJobs, undoAll } from '../place-programs.ts'
import { requireLockedProgram } from '../program/check-installed.ts'
import type { InstalledProgram } from '../program/installed-program.ts'

export interface InstallOptions {
  /** Name of the command, for the journal. */
  command?: string
  /** How many programs are installed in parallel. */
  jobs?: number
  /** `--yes`: no one is asked about a method that needs more than was confirmed. */
  isYes?: boolean
  /** Reads no help and runs no recipe, where that can be done later: see `readUnread`. */
  isLater?: boolean | undefined
  ask?: (question: string) => Promise<boolean>
}

/** An app after its install. */
export interface AppliedInstall {
  record: InstallRecord
  /** The plan that was carried out, which may be by another method than the one that was confirmed. */
  plan: InstallPlan
}

/**
 * Applies plans: installs all programs first, then changes the workspace in one transaction.
 * On a failure, the workspace is unchanged and system changes are rolled back; finished store entries stay as a cache.
 * The workspace is locked only while it changes, so that installers of other apps need not wait for downloads.
 */
export async function applyInstalls(
  plans: readonly InstallPlan[],
  context: CommandContext,
  {
    command = 'install',
    jobs = defaultJobs(),
    isYes = false,
    isLater,
    ask = askerOf(context, isYes),
  }: InstallOptions = {},
): Promise<AppliedInstall[]> {
  const { workspace, signal, output } = context
  for (const plan of plans.filter(locksSystemProgram)) await requireLockedProgram(plan, context)
  const installed = await placeWithFallback(
    plans.filter(({ isSettled }) => !isSettled),
    context,
    { jobs, ask, isLater },
  )
  try {
    if (signal.aborted) throw interrupted()
    const entered =
      installed.length === 0
        ? []
        : await withWorkspaceLock(workspace, { signal, notice: output.notice }, () =>
            enterWorkspace(installed, command, context),
          )
    const records = new Map(entered.map((record) => [record.name, record]))
    const used = new Map(installed.map(({ plan }) => [plan.name, plan]))
    return plans.flatMap((plan) => {
      const record = records.get(plan.name) ?? plan.facts.record
      return record === undefined ? [] : [{ record, plan: used.get(plan.name) ?? plan }]
    })
  } catch (error) {
    await undoAll(installed)
    throw error
  }
}

const interrupted = (): CanceledError =>
  new CanceledError(
    'install.canceled',
    t(
      'install.canceled.install-interrupted-workspace-not',
      'The install was interrupted. The workspace was not changed.',
    ),
  )

async function enterWorkspace(
  installed: readonly InstalledProgram[],
  command: string,
  context: CommandContext,
): Promise<InstallRecord[]> {
  const { workspace, config, output } = context
  const facts = await readWorkspaceFacts(workspace)
  const key = await makeRecordKey(config.home)
  const records: InstallRecord[] = []
  const changes: FileChange[] = []
  for (const app of installed) {
    const { plan } = app
    const now = await readAppFacts(plan.name, facts, context)
    if (basisOf(now) !== basisOf(plan.facts)) {
      records.push(requireSameOutcome(plan, now.record, facts))
      continue
    }
    const settings = facts.declared.skills
    const entered = await appChanges(app, now.record, {
      workspace,
      settings,
      home: config.home,
      environment: context.environment,
      key,
      now: new Date(),
    })
    for (const notice of wordsNotices(plan.name, entered)) output.notice(notice)
    if (plan.frozen === undefined) declareApp(app, facts)
    records.push(entered.record)
    changes.push(...(plan.files ?? []), ...entered.changes)
  }
  const declarations = [
    ...(await workspaceFileChange(workspace, facts.declared)),
    ...(await lockfileChange(workspace, facts.lockfile)),
  ]
  const isFrozen = installed.every(({ plan }) => plan.frozen !== undefined)
  const all = [...(isFrozen ? [] : declarations), ...changes]
  const umbrella = await umbrellaChanges(all, context)
  for (const notice of umbrellaNotices(umbrella)) output.notice(notice)
  const names = installed.map(({ plan }) => plan.name).join(' ')
  const commit = (): Promise<void> => commitChanges(workspace, `${command} ${names}`, [...all, ...umbrella])
  await (installed.some(({ plan }) => plan.entry !== null) ? commitKnown(commit, context) : commit())
  return records
}

/**
 * Registers the workspace with the store before a record refers to the store, so that cleanup never removes an entry in
 * use.
 */
async function commitKnown(
  commit: () => Promise<void>,
  { config, workspace }: CommandContext,
): Promise<void> {
  const isNew = await noteWorkspace(config.home, workspace.root)
  try {
    await commit()
  } catch (error) {
    if (isNew) await forgetWorkspace(config.home, workspace.root)
    throw error
  }
}

function declareApp(app: InstalledProgram, { declared, lockfile }: WorkspaceFacts): void {
  const { name, range, pin } = app.plan
  lockfile.apps[name] = lockedApp(app, lockfile.apps[name])
  declared.apps[name] = range
  if (pin !== undefined) declared.pins = { ...declared.pins, [name]: pin }
}

/**
 * Checks an app that another process changed after this plan was made. An equal result is kept.
 * Otherwise the plan that the user confirmed no longer matches what would happen, so this throws.
 */
function requireSameOutcome(
  { name, version, digest, method, entry, range, frozen }: InstallPlan,
  record: InstallRecord | undefined,
  { declared, lockfile }: WorkspaceFacts,
): InstallRecord {
  const isInstalled =
    record?.digest === digest && record.method === method.method && record.store === (entry?.folder ?? null)
  const isDeclared = declared.apps[name] === range && lockfile.apps[name]?.digest === digest
  if (record !== undefined && isInstalled && (frozen !== undefined || isDeclared)) return record
  throw new ConflictError(
    'workspace.changed',
    t('workspace.changed', 'Another process changed {name} while {name} {version} was being installed.', {
      name,
      version,
    }),
    {
      hint: t(
        'workspace.changed.hint',
        'Nothing was changed here. Run the command again to see the new plan.',
      ),
    },
  )
}
