import { isAppError, t } from '@cli-apps/core'
import type { CommandContext } from '../context.ts'
import { applySteps } from '../steps/apply-steps.ts'
import { claimSystemPackage, releaseSystemPackage } from '../store/system-owners.ts'
import { strategyFor } from '../strategies/index.ts'
import { readStrategyHost } from '../strategies/read-strategy-host.ts'
import type { UninstallPlan } from './plan-uninstall.ts'

/** Removes the system package of an app that we installed, unless another workspace uses it. */
export async function removeSystemPackage(
  { steps, systemPackage }: UninstallPlan,
  context: CommandContext,
): Promise<void> {
  if (systemPackage === undefined) return
  const { environment, output, signal, config } = context
  const remove = (): Promise<void> => applySteps(steps, { environment, output, signal, logs: config.logs })
  if (await releaseSystemPackage(systemPackage, remove, context)) return
  output.notice(
    t(
      'remove-system-package.stays-machine-another-workspace',
      '{name} stays on this machine: another workspace uses it, or cli-apps did not install it.',
      { name: systemPackage.name },
    ),
  )
}

/**
 * Reinstalls a system package after a failed uninstall; does nothing if it is still installed. Never throws, because
 * its error would hide the original one.
 */
export async function putSystemPackageBack(
  { record, steps, systemPackage }: UninstallPlan,
  context: CommandContext,
): Promise<void> {
  const method = record.manifest.install.find(({ method }) => method === record.method)
  if (method === undefined || systemPackage === undefined || steps.length === 0) return
  const { environment, output, config } = context
  // An interrupt must not stop the restore.
  const patient = { ...context, signal: new AbortController().signal }
  try {
    const strategy = strategyFor(method.method)
    const host = await readStrategyHost([method], context)
    const facts = await strategy.detect(method, host, {
      isOffline: context.isOffline,
      signal: patient.signal,
      storedNodes: async () => [],
    })
    const bin = method.bin ?? record.manifest.entry_point
    const again = strategy.plan(method, {
      host,
      bin,
      prefix: '',
      facts,
      allowed: { scripts: [], builds: [], sources: [] },
    })
    const install = (): Promise<void> =>
      applySteps(again.steps, { environment, output, signal: patient.signal, logs: config.logs })
    await claimSystemPackage(
      systemPackage,
      { wasThere: false, companions: again.companions, install },
      patient,
    )
  } catch (error) {
    output.notice(
      t(
        'remove-system-package.could-not-restored-run',
        '{name} could not be restored: {reason}. Run "{cli} install {app}" to restore it.',
        {
          name: systemPackage.name,
          reason: String(isAppError(error) ? error.message : error),
          app: record.name,
        },
      ),
    )
  }
}
