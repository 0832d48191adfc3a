import {
  type AppName,
  ConflictError,
  fitsRange,
  InvalidError,
  isAppName,
  type LockedApp,
  Lockfile,
  parseJson,
  t,
  type WorkspaceFile,
} from '@cli-apps/core'
import {
  hasCode,
  readLockfile,
  readText,
  readWorkspaceFile,
  workspaceLockfileText,
} from '@cli-apps/core/node'
import type { ChangePlan } from '@cli-apps/core/results'
import type { CommandContext } from '../context.ts'
import { writes } from '../plan/planned-effect.ts'
import { installWish } from '../resolve/choose-version.ts'
import { type ResolveOptions, resolveApp } from '../resolve/resolve-app.ts'
import { resolveOptions } from '../resolve/resolve-options.ts'
import { findOwnRecord } from '../workspace/own-record.ts'
import { commitChanges } from '../workspace/transaction.ts'
import { withWorkspaceLock } from '../workspace/with-workspace.ts'
import { conflictSides, joinLockfiles } from './join-lockfiles.ts'

/** What `cli-apps lock` will write. */
interface LockPlan {
  /** Current text of the lockfile. */
  before: string | undefined
  after: string
  changes: {
    name: AppName
    state: 'locked' | 'changed' | 'forgotten' | 'joined'
    from: string | null
    to: string | null
  }[]
}

/**
 * Plans a lockfile that matches `cli-apps.json`: merges conflicting sides, removes undeclared apps, and resolves apps
 * that are missing or locked to another range. Their packages are known only after installation.
 */
export async function planLock(
  context: CommandContext,
  options: { registry: string | undefined; allowGeneral: boolean },
): Promise<LockPlan> {
  const { workspace } = context
  const declared = await readWorkspaceFile(workspace)
  const { lockfile, isJoined } = await readOrJoin(context, declared)
  const resolving = resolveOptions(context, { declared, lockfile }, options)
  const next: Lockfile = { ...lockfile, apps: {} }
  const changes: LockPlan['changes'] = []
  const names = [...new Set([...Object.keys(declared.apps), ...Object.keys(lockfile.apps)])].filter(isAppName)
  for (const name of names.sort()) {
    const [range, locked] = [declared.apps[name], lockfile.apps[name]]
    const from = locked?.version ?? null
    if (range === undefined) changes.push({ name, state: 'forgotten', from, to: null })
    else if (locked !== undefined && fitsRange(locked.version, range)) {
      next.apps[name] = locked
      if (isJoined) changes.push({ name, state: 'joined', from, to: from })
    } else {
      const app = await lockedVersion(name, { declared, lockfile }, context, resolving)
      next.apps[name] = app
      changes.push({ name, state: locked === undefined ? 'locked' : 'changed', from, to: app.version })
    }
  }
  return {
    before: await readText(workspace.lockfile),
    after: workspaceLockfileText(next, workspace),
    changes,
  }
}

async function lockedVersion(
  name: AppName,
  { declared, lockfile }: { declared: WorkspaceFile; lockfile: Lockfile },
  context: CommandContext,
  options: ResolveOptions,
): Promise<LockedApp> {
  const facts = {
    name,
    declared: declared.apps[name],
    pin: declared.pins?.[name],
    locked: lockfile.apps[name],
    record: await findOwnRecord(name, context),
    agents: declared.agents ?? [],
    skills: declared.skills,
    policy: declared.policy,
  }
  const wish = installWish({ name, range: 'latest', isExplicit: false }, facts)
  const { manifest, digest, registry, signature } = await resolveApp(facts, wish, context, options)
  const key = signature === null ? {} : { key: signature.key }
  return { version: manifest.version, digest, registry, ...key, platforms: {} }
}

async function readOrJoin(
  { workspace }: CommandContext,
  declared: WorkspaceFile,
): Promise<{ lockfile: Lockfile; isJoined: boolean }> {
  try {
    return { lockfile: await readLockfile(workspace), isJoined: false }
  } catch (error) {
    if (!hasCode(error, 'lockfile.conflict')) throw error
    const sides = conflictSides((await readText(workspace.lockfile)) ?? '')
    const [ours, theirs] = [parseSide(sides.ours), parseSide(sides.theirs)]
    return { lockfile: joinLockfiles(ours, theirs, declared), isJoined: true }
  }
}

function parseSide(text: string): Lockfile {
  const parsed = Lockfile.safeParse(
    parseJson(text, t('plan-lock.side-merge-cli-apps-lock', 'A side of the merge in cli-apps.lock')),
  )
  if (parsed.success) return parsed.data
  throw new InvalidError(
    'lockfile.corrupt',
    t('lockfile.corrupt', 'A side of the merge in cli-apps.lock is damaged.'),
    {
      hint: t(
        'lockfile.corrupt.hint',
        'Take one side ("git checkout --ours cli-apps.lock"), then run "{cli} install".',
      ),
    },
  )
}

const words = {
  locked: () => t('plan-lock.locked', 'is locked'),
  changed: () => t('plan-lock.changed', 'is locked again'),
  forgotten: () => t('plan-lock.forgotten', 'is not declared, and no longer locked'),
  joined: () => t('plan-lock.joined', 'is kept from the merge'),
}

export const lockChangePlan = (plan: LockPlan, { workspace }: CommandContext): ChangePlan => ({
  command: 'lock',
  workspace: workspace.root,
  changes: [
    {
      subject: 'cli-apps.lock',
      summary:
        plan.before === plan.after
          ? t('plan-lock.cli-apps-lock-unchanged', 'cli-apps.lock is unchanged')
          : t('plan-lock.write-cli-apps-lock', 'write cli-apps.lock'),
      effects: plan.before === plan.after ? [] : writes(workspace.lockfile),
      permissions: [],
      remarks: plan.changes.map(lockChangeText),
      facts: { changes: plan.changes },
    },
  ],
})

export const lockChangeText = ({ name, state, from, to }: LockPlan['changes'][number]): string =>
  `${name} ${from === null || from === to || to === null ? (to ?? from) : `${from} -> ${to}`} ${words[state]()}`

/** Writes the lockfile, unless another process wrote it since the plan was made. */
export async function applyLock({ before, after }: LockPlan, context: CommandContext): Promise<void> {
  const { workspace, signal, output } = context
  if (before === after) return
  await withWorkspaceLock(workspace, { signal, notice: output.notice }, async () => {
    if ((await readText(workspace.lockfile)) !== before)
      throw new ConflictError(
        'workspace.changed',
        t(
          'workspace.changed.another-process-changed-cli-apps',
          'Another process changed cli-apps.lock meanwhile.',
        ),
        {
          hint: t(
            'workspace.changed.hint',
            'Nothing was changed here. Run the command again to see the new plan.',
          ),
        },
      )
    await commitChanges(workspace, 'lock', [{ path: 'cli-apps.lock', content: after }])
  })
}
