import { type CommandNode, isAppError, type LockedArtifact } from '@cli-apps/core'
import { readHost } from '@cli-apps/core/node'
import { type CommandContext, strategyHost } from '../context.ts'
import { type BuiltApp, buildEntry } from '../store/build-entry.ts'
import { claimSystemPackage, releaseSystemPackage } from '../store/system-owners.ts'
import { strategyFor } from '../strategies/index.ts'
import { applySteps } from './apply-steps.ts'
import type { InstallPlan } from './install-plan.ts'
import { openProbe } from './probe.ts'
import { readCommandTree } from './read-commands.ts'
import { runSmokeTests, verifyProgram } from './verify-program.ts'

/** A program that is in place and answers. */
export interface InstalledApp {
  plan: InstallPlan
  argv: string[]
  programVersion: string | null
  artifacts: LockedArtifact[]
  commands: CommandNode | undefined
  adopted: boolean
  /** Takes back what was changed outside the store, when a later part of the install fails. */
  undo: () => Promise<void>
}

/** Puts the program of a plan in place: out of the store, by building it there, or by the system's own means. */
export async function installProgram(plan: InstallPlan, context: CommandContext): Promise<InstalledApp> {
  return plan.entry === null ? installInSystem(plan, context) : installInStore(plan, context)
}

const installedApp = (
  plan: InstallPlan,
  { app, commands }: BuiltApp,
  rest: Pick<InstalledApp, 'adopted' | 'undo'>,
): InstalledApp => ({
  plan,
  argv: app.argv,
  programVersion: app.program_version,
  artifacts: app.artifacts,
  commands,
  ...rest,
})

async function installInStore(plan: InstallPlan, context: CommandContext): Promise<InstalledApp> {
  const { entry } = plan
  if (entry === null) throw new RangeError('a store entry is needed')
  const { config, signal, output, environment } = context
  const built = await buildEntry(entry, {
    locks: config.locks,
    signal,
    onWait: (pid) => output.notice(`Waiting for process ${pid}, which is installing ${plan.name}.`),
    build: async (markGroup) => {
      await applySteps(plan.steps, { environment, output, signal, onStart: markGroup })
      return inspectProgram(plan, context)
    },
  })
  return installedApp(plan, built, { adopted: false, undo: async () => {} })
}

async function installInSystem(plan: InstallPlan, context: CommandContext): Promise<InstalledApp> {
  const { environment, output, signal } = context
  const put = (): Promise<void> => applySteps(plan.steps, { environment, output, signal })
  const undo = (): Promise<void> => takeBack(plan, context)
  try {
    const systemPackage =
      plan.method.method === 'apt' ? { app: plan.name, name: plan.method.package } : undefined
    const wasThere = plan.steps.length === 0
    const isOurs =
      systemPackage !== undefined &&
      (await claimSystemPackage(systemPackage, { wasThere, install: put }, context))
    const built = await inspectProgram(plan, context)
    return installedApp(plan, built, { adopted: !isOurs, undo })
  } catch (error) {
    await undo()
    throw error
  }
}

/** Takes a system package back that was not there before. A failure here must not hide the failure that led to it. */
async function takeBack({ name, method, steps, undo }: InstallPlan, context: CommandContext): Promise<void> {
  if (steps.length === 0 || method.method !== 'apt') return
  const { environment, output } = context
  // What was interrupted is taken back to its end.
  const patient = { ...context, signal: new AbortController().signal }
  const remove = (): Promise<void> => applySteps(undo, { environment, output, signal: patient.signal })
  try {
    await releaseSystemPackage({ app: name, name: method.package }, remove, patient)
  } catch (error) {
    output.notice(`${name} could not be taken back: ${isAppError(error) ? error.message : error}`)
  }
}

/** Finds the executable, has it prove itself, and reads its help. */
async function inspectProgram(plan: InstallPlan, context: CommandContext): Promise<BuiltApp> {
  const { manifest, method, entry } = plan
  const { environment, signal, output } = context
  const host = strategyHost(await readHost(['apt-get', 'sudo'], environment), context)
  const bin = method.bin ?? manifest.entry_point
  const found = await strategyFor(method.method).find(method, { host, bin, prefix: entry?.prefix ?? '' })
  const progress = output.progress(`try ${manifest.entry_point} and read its help`)
  await using probe = await openProbe(found.argv, environment, signal)
  try {
    const programVersion = await verifyProgram(manifest, probe)
    if (plan.adopted) await runSmokeTests(manifest, probe)
    const commands = await readCommandTree(manifest, probe, signal)
    signal.throwIfAborted()
    return {
      app: {
        store: 1,
        name: plan.name,
        version: plan.version,
        digest: plan.digest,
        method: method.method,
        platform: plan.platform,
        argv: found.argv,
        program_version: programVersion,
        artifacts: found.artifacts,
      },
      commands,
    }
  } finally {
    progress.done()
  }
}
