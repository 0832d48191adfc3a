import { chmod, mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  type AppError,
  CanceledError,
  ForbiddenError,
  IntegrityError,
  LimitError,
  ProcessError,
  t,
} from '@cli-apps/core'
import { joinOutput, markVariable, runProcess } from '@cli-apps/core/node'
import type { BuildAttempt } from '../store/end-builders.ts'
import { requireOwnScripts } from '../strategies/npm-scripts.ts'
import { refusedByNpm, requireSources } from '../strategies/npm-sources.ts'
import { refusedBuild } from '../strategies/python/guarded-pip.ts'
import type { Step } from '../strategies/step.ts'
import type { Output } from '../ui/output.ts'
import type { ProgressOptions } from '../ui/progress-lines.ts'
import { managerEnvironment } from './manager-environment.ts'
import { type ConfinedStep, type ManagerResult, runManager } from './run-manager.ts'

interface ApplyStepsOptions {
  environment: NodeJS.ProcessEnv
  output: Output
  signal: AbortSignal
  /** For a store entry: processes that steps start are marked with this attempt and noted before they begin. */
  attempt?: BuildAttempt
  /** Called with each folder outside the entry that is useless once this process has ended. */
  noteFolder?: (folder: string) => Promise<void>
}

/** Applies steps in order. Throws at the first failure; the caller rolls back the others. */
export async function applySteps(steps: readonly Step[], options: ApplyStepsOptions): Promise<void> {
  const shown = steps.filter(({ step }) => step === 'run' || step === 'download')
  for (const step of steps) {
    if (options.signal.aborted) throw interrupted()
    const at = shown.indexOf(step) + 1
    await applyStep(step, options, at > 0 && shown.length > 1 ? { step: { at, of: shown.length } } : {})
  }
}

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
    if (result.exitCode === 0) return requireLine(step, outputOf(result))
    throw await failureOf(step, result)
  } finally {
    progress.done()
  }
}

function requireLine({ title, argv, expect }: Step & { step: 'run' }, said: string): void {
  if (expect === undefined || said.split('\n').some((line) => line.startsWith(expect))) return
  throw new IntegrityError(
    'install.step-unproven',
    t('install.step-unproven', 'Could not {title}: no output line begins with {expect}.', {
      title,
      expect: expect.trim(),
    }),
    {
      hint: t('install.step-unproven.hint', `Nothing was installed. Output:\n{indent}`, {
        indent: indent(said.slice(-2000)),
      }),
      details: { argv },
    },
  )
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

async function failureOf(step: RunStep, result: ManagerResult): Promise<AppError> {
  const said = outputOf(result)
  if (asksForPassword(step, said)) return needsPassword(step)
  if (await isForFullDisk(said, [step.cwd, step.env?.TMPDIR]))
    return new LimitError(
      'disk.full',
      t('disk.full', 'Could not {title}: the disk is full, cannot write {cwd}.', {
        title: step.title,
        cwd: step.cwd,
      }),
      {
        hint: t('disk.full.hint', `Free some space and try again. Output:\n{indent}`, {
          indent: indent(said.slice(-2000)),
        }),
      },
    )
  const source = step.manager === 'npm' ? refusedByNpm(requestedBy(step), said) : undefined
  if (source !== undefined) return source
  const build = step.manager === 'pip' ? refusedBuild(said) : undefined
  if (build !== undefined) return buildRefused(step, build)
  if (result.refused.length > 0) return hostRefused(step, result.refused, said)
  return new ProcessError(
    'install.step-failed',
    t('install.step-failed', 'Could not {title}: exit status {exitCode}.', {
      title: step.title,
      exitCode: String(result.exitCode ?? result.signal),
    }),
    {
      hint:
        said === ''
          ? t('process.failed.hint', 'It printed nothing.')
          : t('install.step-failed.hint', `Output:\n{indent}`, { indent: indent(said.slice(-2000)) }),
      details: { argv: step.argv },
    },
  )
}

/** Returns what npm was asked to do: the name of a package, or restoring a tree. */
const requestedBy = ({ argv }: RunStep): string =>
  argv.at(-2) === '--' ? (argv.at(-1) ?? '') : t('apply-steps.locked-tree', 'The locked tree')

const buildRefused = ({ title }: RunStep, name: string): ForbiddenError =>
  new ForbiddenError(
    'install.build-refused',
    t(
      'install.build-refused',
      'Could not {title}: {name} would be built from source here, which runs third-party code.',
      { title, name },
    ),
    {
      hint: t('install.build-refused.hint', 'It was not run. To allow it, pass --allow-builds {name}.', {
        name,
      }),
    },
  )

const hostRefused = ({ title }: RunStep, refused: readonly string[], said: string): ForbiddenError =>
  new ForbiddenError(
    'network.host-refused',
    t(
      'network.host-refused',
      'Could not {title}: it requested {refused}, which is not a host of its registry.',
      { title, refused: refused.join(', ') },
    ),
    {
      hint: t(
        'network.host-refused.hint',
        `If you trust that, run: cli-apps config set hosts {refused}\nOutput:\n{indent}`,
        {
          refused: refused.map((host) => host.replace(/:443$/, '')).join(' '),
          indent: indent(said.slice(-2000)),
        },
      ),
      details: { refused },
    },
  )

/** Whether a package manager failed because a disk is full: according to its output, or because the disk still is. */
async function isForFullDisk(said: string, folders: readonly (string | undefined)[]): Promise<boolean> {
  if (/\b(ENOSPC|EDQUOT)\b|no space left on device|disk quota exceeded/i.test(said)) return true
  for (const folder of folders) {
    const disk = folder === undefined ? undefined : await statfs(folder).catch(() => undefined)
    // File systems without a file count report 0 for both.
    if (disk !== undefined && (disk.bavail === 0 || (disk.files > 0 && disk.ffree === 0))) return true
  }
  return false
}

async function downloadStep(
  step: Step & { step: 'download' },
  { output, signal }: ApplyStepsOptions,
  shown: ProgressOptions,
): Promise<void> {
  const { download } = await import('../binary/download.ts')
  const progress = output.progress(t('apply-steps.download', 'download {url}', { url: step.url }), shown)
  try {
    await download({
      ...step,
      signal,
      onProgress: (bytes) => progress.bytes(bytes, step.size),
    })
    await chmod(step.to, 0o644)
  } finally {
    progress.done()
  }
}

const asksForPassword = ({ argv }: Step & { step: 'run' }, said: string): boolean =>
  path.basename(argv[0] ?? '') === 'sudo' && /^sudo: /m.test(said)

const needsPassword = ({ title, argv }: Step & { step: 'run' }): ForbiddenError =>
  new ForbiddenError(
    'install.sudo-refused',
    t(
      'install.sudo-refused',
      'Could not {title}: sudo requires a password or does not allow it, and cli-apps never asks for a password.',
      { title },
    ),
    {
      hint: t(
        'install.sudo-refused.hint',
        'Run "sudo -v" here and try again immediately, or run it yourself: {argv}',
        { argv: argv.filter((word) => word !== '-n').join(' ') },
      ),
      details: { argv },
    },
  )

const indent = (text: string): string => text.replace(/^/gm, '    ')
const interrupted = (): CanceledError =>
  new CanceledError(
    'install.canceled',
    t('install.canceled', 'The install was interrupted. Nothing was installed.'),
  )
