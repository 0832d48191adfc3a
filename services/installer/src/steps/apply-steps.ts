import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { CanceledError, t } from '@cli-apps/core'
import { joinOutput, jsonText, markVariable, runProcess } from '@cli-apps/core/node'
import type { BuildAttempt } from '../store/end-builders.ts'
import { requireOwnScripts } from '../strategies/npm/npm-scripts.ts'
import { requireSources } from '../strategies/npm/npm-sources.ts'
import { installedList } from '../strategies/npm/npm-tree.ts'
import type { Step } from '../strategies/step.ts'
import type { Output } from '../ui/output.ts'
import type { ProgressOptions } from '../ui/progress-lines.ts'
import { managerEnvironment } from './manager-environment.ts'
import { writeManagerLog } from './manager-log.ts'
import type { RootSources } from './root-step.ts'
import { type ConfinedStep, type ManagerResult, runManager } from './run-manager.ts'
import { stepFailure, stepUnproven } from './step-failure.ts'

interface ApplyStepsOptions {
  environment: NodeJS.ProcessEnv
  output: Output
  signal: AbortSignal
  /** Folder for the output of package managers that failed. */
  logs: string
  /** For a store entry: processes that steps start are marked with this attempt and noted before they begin. */
  attempt?: BuildAttempt
  /** Called with each folder outside the entry that is useless once this process has ended. */
  noteFolder?: (folder: string) => Promise<void>
  /** For the roots of Debian programs. */
  roots?: RootSources
}

/** Applies steps in order. Throws at the first failure; the caller rolls back the others. */
export async function applySteps(steps: readonly Step[], options: ApplyStepsOptions): Promise<void> {
  const shown = steps.filter(isShown)
  for (const step of steps) {
    if (options.signal.aborted) throw interrupted()
    const at = shown.indexOf(step) + 1
    await applyStep(step, options, at > 0 && shown.length > 1 ? { step: { at, of: shown.length } } : {})
  }
}

const isShown = ({ step }: Step): boolean => ['run', 'download', 'packages', 'root'].includes(step)

async function applyStep(step: Step, options: ApplyStepsOptions, shown: ProgressOptions): Promise<void> {
  switch (step.step) {
    case 'write':
      await mkdir(path.dirname(step.file), { recursive: true })
      return writeFile(step.file, step.content)
    case 'run':
      return runStep(step, options, shown)
    case 'vet':
      await requireSources(step.file, step)
      return requireOwnScripts(step.file, step.scripts)
    case 'prove':
      return (await import('../provenance/prove-tree.ts')).proveTree(step, {
        signal: options.signal,
        notice: options.output.notice,
      })
    case 'bound':
      return (await import('../policy/bound-pip.ts')).boundPipDependencies(step, {
        run: (again) => runStep(again, options, shown),
        notice: options.output.notice,
        signal: options.signal,
      })
    case 'download':
      return downloadStep(step, options, shown)
    case 'packages':
      return packagesStep(step, options, shown)
    case 'root':
      return (await import('./root-step.ts')).applyRoot(step, options, shown)
    case 'unpack':
      await (await import('../binary/unpack.ts')).unpack({
        ...step,
        environment: options.environment,
        signal: options.signal,
      })
      return rm(step.from, { force: true })
    case 'remove':
      return rm(step.path, { recursive: true, force: true, maxRetries: 3 })
  }
}

type RunStep = Step & { step: 'run' }

async function runStep(step: RunStep, options: ApplyStepsOptions, shown: ProgressOptions): Promise<void> {
  const progress = options.output.progress(step.title, shown)
  try {
    const result = await runArgv(step, options)
    if (result.canceled) throw interrupted()
    const said = outputOf(result)
    if (result.exitCode === 0) return await requireLine(step, said, options.logs)
    throw await stepFailure(step, { ...result, said }, options.logs)
  } finally {
    progress.done()
  }
}

async function requireLine(step: RunStep, said: string, logs: string): Promise<void> {
  const { expect } = step
  if (expect === undefined || said.split('\n').some((line) => line.startsWith(expect))) return
  throw stepUnproven(step, expect, await writeManagerLog(logs, { ...step, said }))
}

const outputOf = ({ stdout, stderr }: ManagerResult): string =>
  `${joinOutput(stdout)}\n${joinOutput(stderr)}`.trim()

async function runArgv(step: RunStep, options: ApplyStepsOptions): Promise<ManagerResult> {
  const { environment, signal, attempt } = options
  const env: Record<string, string> = {
    ...managerEnvironment(environment, step.manager),
    ...(attempt && { [markVariable]: attempt.mark }),
  }
  const known = attempt && { onStart: attempt.noteGroup, isHeld: true }
  if (isConfined(step)) return runManager(step, { ...options, env, ...known })
  const result = await runProcess(step.argv, {
    cwd: step.cwd,
    env: { ...env, ...step.env },
    signal,
    ...known,
  })
  return { ...result, refused: [] }
}

const isConfined = (step: RunStep): step is ConfinedStep => step.confinement !== undefined

async function downloadStep(
  step: Step & { step: 'download' },
  { output, signal }: ApplyStepsOptions,
  shown: ProgressOptions,
): Promise<void> {
  const { download } = await import('../binary/download.ts')
  const { checksums, sha256 } = step
  const stated =
    checksums && (await (await import('../binary/fetch-checksum.ts')).fetchChecksum(checksums, signal))
  const progress = output.progress(t('apply-steps.download', 'download {url}', { url: step.url }), shown)
  try {
    const found = await download({
      ...step,
      ...(stated === undefined ? { sha256 } : { sha256: undefined, [stated.algorithm]: stated.hex }),
      signal,
      onProgress: (bytes) => progress.bytes(bytes, step.size),
    })
    await chmod(step.to, 0o644)
    if (checksums !== undefined) await writeFile(checksums.note, jsonText({ sha256: found }))
  } finally {
    progress.done()
  }
}

async function packagesStep(
  step: Step & { step: 'packages' },
  options: ApplyStepsOptions,
  shown: ProgressOptions,
): Promise<void> {
  const { placePackages } = await import('../npm-packages/place-packages.ts')
  const { to, list, otherwise } = step
  const progress = options.output.progress(step.title, shown)
  try {
    if (await placePackages(step, { signal: options.signal, progress }))
      return await writeFile(installedList(to), list)
  } finally {
    progress.done()
  }
  await rm(path.join(to, 'node_modules'), { recursive: true, force: true, maxRetries: 3 })
  return runStep(otherwise, options, shown)
}

const interrupted = (): CanceledError =>
  new CanceledError(
    'install.canceled',
    t('install.canceled', 'The install was interrupted. Nothing was installed.'),
  )
