import { type AppError, isAppError, t, UnsupportedError } from '@cli-apps/core'
import {
  type FoundSandbox,
  findBubblewrap,
  findSandbox,
  openLimitedGroup,
  type Sandbox,
} from '@cli-apps/core/node'
import { groupLimits } from './run-in-bubblewrap.ts'
import type { RunLimits, SandboxPlan } from './sandbox-setting.ts'

export type FindSandbox = (environment: NodeJS.ProcessEnv) => Promise<FoundSandbox>

/**
 * Returns the sandbox for a setting, or the reason why there is none if that is allowed. A sandbox found once is kept;
 * a missing one is searched again, because it may have been installed since. Throws `UnsupportedError`
 * `sandbox.unavailable` if one is required.
 */
export function openSandboxSearch(
  plan: SandboxPlan,
  environment: NodeJS.ProcessEnv,
  find: FindSandbox = finderOf(plan),
): () => Promise<FoundSandbox> {
  let known: Sandbox | undefined
  return async () => {
    if (known !== undefined) return { sandbox: known }
    const answer = await find({ ...environment })
    if (answer.sandbox === undefined) {
      if (plan.isDemanded) throw unavailable(plan, answer.reason)
      return answer
    }
    if (plan.limits !== null) await tryLimits(plan, plan.limits, answer.sandbox)
    known = answer.sandbox
    return answer
  }
}

/** By default only bubblewrap, the one sandbox tested on real machines. */
function finderOf({ container, isDemanded }: SandboxPlan): FindSandbox {
  if (container !== null)
    return async (environment) =>
      (await import('./search-container.ts')).findContainer(container, environment)
  return isDemanded ? findSandbox : findBubblewrap
}

/** For bubblewrap, creates and removes a cgroup with these limits; other sandboxes check limits themselves. */
async function tryLimits(plan: SandboxPlan, limits: RunLimits, sandbox: Sandbox): Promise<void> {
  if (sandbox.kind === 'sandbox-exec')
    throw unavailable(
      plan,
      t('sandbox-search.no-limits', '{program} cannot limit memory, processes and processor time', {
        program: 'sandbox-exec',
      }),
    )
  if (sandbox.kind === 'container') {
    if (sandbox.noLimits !== null) throw unavailable(plan, sandbox.noLimits)
    return
  }
  try {
    await (await openLimitedGroup(groupLimits(limits))).close()
  } catch (cause) {
    throw isAppError(cause) ? unavailable(plan, cause.message, cause) : cause
  }
}

const unavailable = (
  { policy, container }: SandboxPlan,
  reason: string,
  cause?: AppError,
): UnsupportedError =>
  new UnsupportedError(
    'sandbox.unavailable',
    t('sandbox.unavailable', 'The policy "{policy}" needs a sandbox that cannot be had here: {reason}.', {
      policy,
      reason: reason.replace(/\.$/, ''),
    }),
    {
      hint: cause?.hint ?? hintFor(container !== null),
      cause,
    },
  )

function hintFor(isContainer: boolean): string {
  if (isContainer)
    return t(
      'sandbox.unavailable.hint.container',
      'Start the engine and fetch the image (docker pull …), or choose another sandbox.',
    )
  return process.platform === 'linux'
    ? t(
        'sandbox.unavailable.hint.linux',
        'Install bubblewrap (apt-get install bubblewrap), or choose the policy "off", with which apps run as you.',
      )
    : t(
        'sandbox.unavailable.hint',
        'Choose the policy "off", with which apps run as you, or another policy without limits.',
      )
}
