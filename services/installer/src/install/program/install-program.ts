import { findPackageVersion, isAppError, t } from '@cli-apps/core'
import type { CommandContext } from '../../context.ts'
import { openWorkFolder } from '../../home/work-folder.ts'
import { noteNode, placeNode } from '../../nodes/place-node.ts'
import { readVersionTree } from '../../programs/published-trees.ts'
import { openRegistryAt } from '../../resolve/open-registry-at.ts'
import { mirrored } from '../../settings/mirrors.ts'
import { applySteps } from '../../steps/apply-steps.ts'
import type { RootSources } from '../../steps/root-step.ts'
import { type BuildOptions, buildEntry, type FilledEntry } from '../../store/build-entry.ts'
import { completeEntry } from '../../store/complete-entry.ts'
import type { StoredApp } from '../../store/store.ts'
import { claimSystemPackage, releaseSystemPackage } from '../../store/system-owners.ts'
import { systemPackageOf } from '../../store/system-package.ts'
import { readSystemProgram } from '../../store/system-program.ts'
import type { Step } from '../../strategies/step.ts'
import type { InstallPlan } from '../install-plan.ts'
import { checkInstalled } from './check-installed.ts'
import type { InstalledProgram } from './installed-program.ts'
import { judgeProgram } from './judge-program.ts'
import { requireLocked } from './require-locked.ts'
import { readRest } from './try-program.ts'

interface InstallProgramOptions {
  /** Reads no help and runs no recipe, where that can be done later. */
  isLater?: boolean
}

/**
 * Installs the program of a plan: reuses it from the store, builds it in the store, or installs it with a system
 * manager.
 */
export async function installProgram(
  plan: InstallPlan,
  context: CommandContext,
  { isLater = false }: InstallProgramOptions = {},
): Promise<InstalledProgram> {
  const installed = await (plan.entry === null
    ? installInSystem(plan, context, isLater)
    : installInStore(plan, context, isLater))
  try {
    const judge = (argv: string[]) => judgeProgram({ plan, argv }, context)
    const programs = installed.programs.map(async (one) => ({ ...one, general: await judge(one.argv) }))
    const [general, others] = await Promise.all([judge(installed.argv), Promise.all(programs)])
    const isUndescribed = installed.isUnread && installed.commands === undefined
    const described = isUndescribed ? await readVersionTree(plan, context) : undefined
    return { ...installed, described, general, programs: others }
  } catch (error) {
    await installed.undo()
    throw error
  }
}

const installedApp = (
  plan: InstallPlan,
  { app, commands, trees }: Omit<FilledEntry, 'manifest' | 'app'> & { app: Omit<StoredApp, 'files'> },
  rest: Pick<InstalledProgram, 'adopted' | 'proof' | 'undo'>,
): InstalledProgram => ({
  plan,
  argv: app.argv,
  programVersion: app.program_version,
  packageVersion: findPackageVersion(plan.method, app.artifacts),
  artifacts: app.artifacts,
  tried: app.tried,
  ...(app.unread && { isUnread: true }),
  commands,
  programs: Object.entries(app.programs ?? {}).map(([name, { argv }]) => ({
    name,
    argv,
    commands: trees.get(name),
  })),
  ...rest,
})

/**
 * Makes a build reproducible, so that building a program again for one workspace changes nothing for others.
 * Without a fixed date, Python's byte code contains the time at which its source was unpacked.
 */
const dated = (step: Step): Step =>
  step.step === 'run' ? { ...step, env: { SOURCE_DATE_EPOCH: '315532800', ...step.env } } : step

async function installInStore(
  plan: InstallPlan,
  context: CommandContext,
  isLater: boolean,
): Promise<InstalledProgram> {
  const { entry, node } = plan
  if (entry === null) throw new RangeError('a store entry is needed')
  const { config, signal, output, environment } = context
  await using work = openWorkFolder(config.home)
  const files = node && (await placeNode({ ...plan, node }, context, work))
  const waiting: Pick<BuildOptions, 'locks' | 'signal' | 'onWait'> = {
    locks: config.locks,
    signal,
    onWait: (pid) =>
      output.notice(
        t(
          'install-program.waiting-process-installing',
          'Waiting for process {pid}, which is installing {name}.',
          { pid, name: plan.name },
        ),
      ),
  }
  const filled = await buildEntry(entry, {
    ...waiting,
    rebuild: plan.rebuild,
    onBegin: (options) => work.noteEntry(entry.folder, options),
    build: async (attempt, seen) => {
      const { noteFolder } = work
      const { logs } = config
      if (node !== undefined && files !== undefined) await noteNode(entry.prefix, node, files)
      const roots = rootSources(plan, context)
      const running = { environment, output, signal, logs, attempt, noteFolder, roots }
      await applySteps(plan.steps.map(dated), running)
      const program = await checkInstalled(plan, context, { work, isLater, seen })
      requireLocked(plan, program.app)
      return program
    },
  })
  const built =
    filled.app.unread && !isLater
      ? await completeEntry(entry, { ...waiting, read: (app) => readRest(app, plan, context, work) })
      : filled
  // Another process may have built the entry meanwhile.
  requireLocked(plan, built.app)
  const proof = { program: built.app.files }
  return installedApp(plan, built, { adopted: false, proof, undo: async () => {} })
}

/** Where the root of a program comes from: its registry has the list of packages. */
function rootSources({ name, version, registry }: InstallPlan, context: CommandContext): RootSources {
  const { debs, locks, mirrors } = context.config
  return {
    debs,
    locks,
    mirror: (url) => mirrored(url, mirrors),
    readClosure: async (architecture, digest) =>
      (await openRegistryAt(registry, context)).closure(name, version, architecture, digest),
  }
}

async function installInSystem(
  plan: InstallPlan,
  context: CommandContext,
  isLater: boolean,
): Promise<InstalledProgram> {
  const { environment, output, signal, config } = context
  const put = (): Promise<void> => applySteps(plan.steps, { environment, output, signal, logs: config.logs })
  const undo = (): Promise<void> => takeBack(plan, context)
  try {
    const systemPackage = systemPackageOf(plan)
    const wasThere = plan.steps.length === 0
    const { companions } = plan
    const isOurs =
      systemPackage !== undefined &&
      (await claimSystemPackage(systemPackage, { wasThere, companions, install: put }, context))
    await using work = openWorkFolder(context.config.home)
    const built = await checkInstalled(plan, context, { work, isLater })
    requireLocked(plan, built.app)
    const proof = { system: await readSystemProgram(built.app) }
    return installedApp(plan, built, { adopted: !isOurs, proof, undo })
  } catch (error) {
    await undo()
    throw error
  }
}

/**
 * Removes a system package that this install added. A failure here must not hide the failure that led to the rollback.
 */
async function takeBack(plan: InstallPlan, context: CommandContext): Promise<void> {
  const systemPackage = systemPackageOf(plan)
  const { name, steps, undo } = plan
  if (steps.length === 0 || undo.length === 0 || systemPackage === undefined) return
  const { environment, output, config } = context
  // An interruption must not stop the rollback.
  const patient = { ...context, signal: new AbortController().signal }
  const remove = (): Promise<void> =>
    applySteps(undo, { environment, output, signal: patient.signal, logs: config.logs })
  try {
    await releaseSystemPackage(systemPackage, remove, patient)
  } catch (error) {
    output.notice(
      t('install-program.could-not-rolled-back', '{name} could not be rolled back: {reason}', {
        name,
        reason: String(isAppError(error) ? error.message : error),
      }),
    )
  }
}
