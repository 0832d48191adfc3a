import { rm } from 'node:fs/promises'
import { findPackageVersion, t } from '@cli-apps/core'
import { appRootAmong, programArgv } from '@cli-apps/core/node'
import type { CommandContext } from '../../context.ts'
import { openWorkFolder, type WorkFolder } from '../../home/work-folder.ts'
import { openProbe } from '../../probe/probe.ts'
import { verifyProgram } from '../../probe/verify-program.ts'
import { findPrograms, missingPrograms } from '../../programs/find-programs.ts'
import { warnNoSandbox } from '../../run/warn-no-sandbox.ts'
import type { FilledEntry } from '../../store/build-entry.ts'
import { listFiles, type SeenFiles } from '../../store/file-list.ts'
import { strategyFor } from '../../strategies/index.ts'
import { readStrategyHost } from '../../strategies/read-strategy-host.ts'
import type { FoundProgram } from '../../strategies/strategy.ts'
import type { InstallPlan } from '../install-plan.ts'
import { requireLocked, requireLockedFile, requireLockedTree } from './require-locked.ts'
import { tryProgram } from './try-program.ts'

/**
 * Runs a program that the system already has and compares its version with the one that the lockfile requires.
 * The system may have updated it since it was recorded. Throws `IntegrityError` `lockfile.program-differs`.
 */
export async function requireLockedProgram(plan: InstallPlan, context: CommandContext): Promise<void> {
  const found = await findInstalled(plan, context)
  const { environment, signal, config } = context
  await using work = openWorkFolder(config.home)
  const readable = plan.entry === null ? [] : [plan.entry.prefix]
  await using probe = await openProbe(found.argv, { environment, signal, work, readable })
  const program_version = await verifyProgram(plan.manifest, probe, packageOf(plan, found))
  requireLocked(plan, { artifacts: found.artifacts, program_version })
}

const packageOf = ({ method }: InstallPlan, { artifacts }: FoundProgram) => ({
  method: method.method,
  package_version: findPackageVersion(method, artifacts),
})

async function findInstalled(plan: InstallPlan, context: CommandContext): Promise<FoundProgram> {
  const { manifest, method, entry, allowed } = plan
  const host = await readStrategyHost([method], context)
  const bin = method.bin ?? manifest.entry_point
  const prefix = entry?.prefix ?? ''
  const found = await strategyFor(method.method).find(method, { host, bin, prefix, allowed })
  requireLockedFile(plan, found.artifacts)
  const [program = '', ...rest] = found.argv
  // Refuses a program that cannot start; the record keeps the program's own file, which repairs and verification read.
  // In a root of its own, the kernel finds the interpreter of a script.
  if (rest.length === 0 && appRootAmong([prefix], found.argv) === undefined)
    await programArgv(program, host.environment)
  return found
}

/** Finds the executable, verifies its identity and, unless that is done later, reads its help. */
export async function checkInstalled(
  plan: InstallPlan,
  context: CommandContext,
  { work, isLater, seen }: { work: WorkFolder; isLater: boolean; seen?: SeenFiles },
): Promise<FilledEntry> {
  const { manifest, json, signature } = plan
  const { output } = context
  const found = await findInstalled(plan, context)
  requireLockedTree(plan, found.artifacts)
  for (const notice of found.notices ?? []) output.notice(notice)
  for (const report of found.reports ?? []) await rm(report, { recursive: true, force: true })
  await warnNoSandbox(context)
  const progress = output.progress(
    isLater
      ? t('install-program.check', 'check {entry_point}', { entry_point: manifest.entry_point })
      : t('install-program.check-read-help', 'check {entry_point} and read its help', {
          entry_point: manifest.entry_point,
        }),
  )
  try {
    const { programs, missing } = await findPrograms(found.argv, plan, context)
    if (missing.length > 0) output.notice(missingPrograms(plan.name, missing))
    const tried = await tryProgram(found.argv, plan, {
      ...{ context, work, programs, isLater },
      list: (prefix, signal) => listFiles(prefix, { signal, seen }),
      verify: (probe) => verifyProgram(manifest, probe, packageOf(plan, found)),
    })
    return {
      app: {
        store: 1,
        name: plan.name,
        version: plan.version,
        digest: plan.digest,
        registry: plan.registry,
        ...(signature && { signature }),
        method: plan.method.method,
        platform: plan.platform,
        argv: found.argv,
        program_version: tried.programVersion,
        ...(manifest.programs && {
          programs: Object.fromEntries(programs.map(({ name, argv }) => [name, { argv }])),
        }),
        artifacts: found.artifacts,
        ...(tried.recipes && { tried: tried.recipes }),
        ...(tried.isUnread && { unread: true as const }),
      },
      commands: tried.commands,
      trees: tried.trees,
      manifest: json,
    }
  } finally {
    progress.done()
  }
}
