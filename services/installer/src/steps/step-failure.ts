import { statfs } from 'node:fs/promises'
import path from 'node:path'
import {
  type AppError,
  ForbiddenError,
  IntegrityError,
  LimitError,
  NotFoundError,
  ProcessError,
  t,
  toLine,
  UnavailableError,
  UnsupportedError,
} from '@cli-apps/core'
import { argvText } from '../plan/argv-text.ts'
import { refusedByNpm } from '../strategies/npm/npm-sources.ts'
import { refusedBuild } from '../strategies/python/guarded-pip.ts'
import type { Step } from '../strategies/step.ts'
import { type FailureKind, failureKind, reasonText } from './failure-kind.ts'
import { writeManagerLog } from './manager-log.ts'
import type { ManagerResult } from './run-manager.ts'

type RunStep = Step & { step: 'run' }
type Failed = ManagerResult & { said: string }

/**
 * Returns the error for a step that failed. It shows the reason in one line and names a file in `logs` with everything
 * that the package manager printed.
 */
export async function stepFailure(step: RunStep, result: Failed, logs: string): Promise<AppError> {
  const { said, refused } = result
  if (asksForPassword(step, said)) return needsPassword(step)
  const isDiskFull = await isForFullDisk(said, [step.cwd, step.env?.TMPDIR])
  const log = isDiskFull ? null : await writeManagerLog(logs, { ...step, said })
  if (isDiskFull) return diskFull(step)
  const kind = failureKind({ ...step, ...result })
  const source = step.manager === 'npm' ? refusedByNpm(requestedBy(step), said) : undefined
  if (source !== undefined) return source
  const build = step.manager === 'pip' ? refusedBuild(said) : undefined
  if (build !== undefined && kind !== 'unproven') return buildRefused(step, build)
  if (refused.length > 0) return hostRefused(step, refused, log)
  return managerFailed(step, { ...result, kind }, log)
}

/** The error for a step that ended well, but without the line of output that proves it. */
export const stepUnproven = ({ title, argv }: RunStep, expect: string, log: string | null): IntegrityError =>
  new IntegrityError(
    'install.step-unproven',
    t('install.step-unproven', 'Could not {title}: no output line begins with {expect}.', {
      title,
      expect: expect.trim(),
    }),
    {
      hint: `${t('ask-manager.hint', 'Nothing was changed.')} ${outputIn(log)}`.trim(),
      details: { argv, log },
    },
  )

const outputIn = (log: string | null): string =>
  log === null ? '' : t('step-failure.output-in', 'Its output is in {log}.', { log })

function managerFailed(
  { title, argv }: RunStep,
  { said, exitCode, signal, kind }: Failed & { kind: FailureKind },
  log: string | null,
): AppError {
  const options = {
    hint: said === '' ? t('process.failed.hint', 'It printed nothing.') : outputIn(log),
    details: { argv, log, exit_code: exitCode },
  }
  const line = toLine(reasonText(kind, said), 200)
  const status = t('step-failure.exit-status', 'exit status {exitCode}', {
    exitCode: String(exitCode ?? signal),
  })
  const reason = line === '' ? status : line
  const server = kind === 'unreachable' ? gitServer(said) : undefined
  return server === undefined
    ? errorOf[kind](title, reason, options)
    : new UnavailableError(
        'install.index-unreachable',
        t('install.index-unreachable.git', 'Could not {title}: {server} does not answer ({reason}).', {
          title,
          server,
          reason,
        }),
        options,
      )
}

/** Returns the host from which git could not clone: it is not the package index. */
function gitServer(said: string): string | undefined {
  const [, url = ''] = /unable to access '([^']+)'/.exec(said) ?? []
  return URL.canParse(url) ? new URL(url).host : undefined
}

type MakeError = (title: string, reason: string, options: { hint: string; details: Details }) => AppError
type Details = Readonly<Record<string, unknown>>

/** Each kind of failure has a code of its own, because some of them are followed by another method. */
const errorOf: Readonly<Record<FailureKind, MakeError>> = {
  unproven: (title, reason, options) =>
    new IntegrityError(
      'install.package-unproven',
      t(
        'install.package-unproven',
        'Could not {title}: what was received could not be verified ({reason}).',
        {
          title,
          reason,
        },
      ),
      options,
    ),
  'too-new': (title, reason, options) =>
    new ForbiddenError(
      'policy.release-too-new',
      t(
        'policy.release-too-new.none-old-enough',
        'Could not {title}: there is no such release, or none that is old enough ({reason}).',
        {
          title,
          reason,
        },
      ),
      options,
    ),
  unreachable: (title, reason, options) =>
    new UnavailableError(
      'install.index-unreachable',
      t('install.index-unreachable', 'Could not {title}: the package index does not answer ({reason}).', {
        title,
        reason,
      }),
      options,
    ),
  missing: (title, reason, options) =>
    new NotFoundError(
      'install.package-missing',
      t('install.package-missing', 'Could not {title}: the package was not found ({reason}).', {
        title,
        reason,
      }),
      options,
    ),
  unfit: (title, reason, options) =>
    new UnsupportedError(
      'install.package-unfit',
      t('install.package-unfit', 'Could not {title}: the package does not fit this machine ({reason}).', {
        title,
        reason,
      }),
      options,
    ),
  'tool-missing': (title, reason, options) =>
    new UnsupportedError(
      'install.tool-missing',
      t('install.tool-missing', 'Could not {title}: a tool is missing ({reason}).', { title, reason }),
      options,
    ),
  'build-failed': (title, reason, options) =>
    new ProcessError(
      'install.build-failed',
      t('install.build-failed', 'Could not {title}: the build failed ({reason}).', { title, reason }),
      options,
    ),
  unknown: (title, reason, options) =>
    new ProcessError(
      'install.step-failed',
      t('install.step-failed', 'Could not {title}: {reason}.', { title, reason }),
      options,
    ),
}

const diskFull = ({ title, cwd }: RunStep): LimitError =>
  new LimitError(
    'disk.full',
    t('disk.full', 'Could not {title}: the disk is full, cannot write {cwd}.', { title, cwd }),
    { hint: t('disk.full.hint', 'Free some space and try again.') },
  )

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

const hostRefused = ({ title }: RunStep, refused: readonly string[], log: string | null): ForbiddenError =>
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
        'If you trust that, run: {cli} config set hosts {refused}\n{output}',
        { refused: refused.map((host) => host.replace(/:443$/, '')).join(' '), output: outputIn(log) },
      ).trimEnd(),
      details: { refused, log },
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

const asksForPassword = ({ argv }: RunStep, said: string): boolean =>
  path.basename(argv[0] ?? '') === 'sudo' && /^sudo: /m.test(said)

const needsPassword = ({ title, argv }: RunStep): ForbiddenError =>
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
        { argv: argvText(argv.filter((word) => word !== '-n')) },
      ),
      details: { argv },
    },
  )
