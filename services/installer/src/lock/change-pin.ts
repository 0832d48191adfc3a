import {
  type AppName,
  ConflictError,
  caretRange,
  cliCall,
  isExactVersion,
  NotFoundError,
  t,
} from '@cli-apps/core'
import type { ChangePlan } from '@cli-apps/core/results'
import type { CommandContext } from '../context.ts'
import { workspaceFileChange } from '../install/install-changes.ts'
import { writes } from '../plan/planned-effect.ts'
import { type AppState, basisOf, readAppFacts, readWorkspaceFacts } from '../resolve/workspace-facts.ts'
import { commitChanges } from '../workspace/transaction.ts'
import { withWorkspaceLock } from '../workspace/with-workspace.ts'

/** A pin to set, or to remove if there is no reason. */
export interface PinPlan {
  facts: AppState
  /** Range to declare in `cli-apps.json`. */
  range: string
  reason: string | null
}

/** Plans to pin an app to its locked version. Throws `NotFoundError` `app.not-installed`. */
export function planPin(facts: AppState, reason: string, { workspace }: CommandContext): PinPlan {
  const version = facts.locked?.version
  if (version === undefined) throw notLocked(facts.name, workspace.root)
  return { facts, range: version, reason }
}

/** Plans to remove a pin, so that the app is updated again. Throws `NotFoundError` `pin.none`. */
export function planUnpin(facts: AppState): PinPlan {
  const { name, pin, declared } = facts
  if (pin === undefined)
    throw new NotFoundError('pin.none', t('pin.none', '{name} is not pinned.', { name }), {
      hint: t('pin.none.hint', 'Run "{cli} pin" to list the pins.'),
    })
  const range = declared ?? facts.locked?.version ?? 'latest'
  return { facts, range: isExactVersion(range) ? caretRange(range) : range, reason: null }
}

export const notLocked = (name: AppName, root: string): NotFoundError =>
  new NotFoundError(
    'app.not-installed',
    t('verify-installed.not-installed', '{name} is not installed in {root}.', { name, root }),
    {
      hint: `${cliCall()} install ${name}`,
    },
  )

export const pinChangePlan = (
  { facts, range, reason }: PinPlan,
  { workspace }: CommandContext,
): ChangePlan => {
  const isSet = facts.declared === range && facts.pin === (reason ?? undefined)
  return {
    command: 'pin',
    workspace: workspace.root,
    changes: [
      {
        subject: facts.name,
        summary:
          reason === null
            ? t(
                'change-pin.no-longer-pinned-declared',
                '{name} is no longer pinned and is declared as {range}',
                { name: facts.name, range },
              )
            : t('pin.pinned', '{name} is pinned to {range}: {reason}', { name: facts.name, range, reason }),
        effects: isSet ? [] : writes(workspace.file),
        permissions: [],
        remarks: [],
        facts: { range, range_from: facts.declared ?? null, reason },
      },
    ],
  }
}

/** Writes the pin. Throws `ConflictError` `workspace.changed` if another process changed the app since the plan. */
export async function applyPin({ facts, range, reason }: PinPlan, context: CommandContext): Promise<void> {
  const { workspace, signal, output } = context
  const { name } = facts
  await withWorkspaceLock(workspace, { signal, notice: output.notice }, async () => {
    const now = await readWorkspaceFacts(workspace)
    if (basisOf(await readAppFacts(name, now, context)) !== basisOf(facts))
      throw new ConflictError(
        'workspace.changed',
        t(
          'workspace.changed.another-process-changed-meanwhile',
          'Another process changed {name} meanwhile.',
          { name },
        ),
        {
          hint: t(
            'workspace.changed.hint',
            'Nothing was changed here. Run the command again to see the new plan.',
          ),
        },
      )
    const { [name]: _before, ...pins } = now.declared.pins ?? {}
    const declared = {
      ...now.declared,
      apps: { ...now.declared.apps, [name]: range },
      pins: reason === null ? pins : { ...pins, [name]: reason },
    }
    await commitChanges(
      workspace,
      t('change-pin.pin', 'pin {name}', { name }),
      await workspaceFileChange(workspace, declared),
    )
  })
}
