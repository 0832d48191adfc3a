import {
  type AppError,
  type AppManifest,
  ForbiddenError,
  type InstallMethod,
  installArgv,
  type Platform,
  type Refusal,
  t,
  UnsupportedError,
} from '@cli-apps/core'
import { argvText } from '../../plan/argv-text.ts'
import { isOfSystem } from './describe-alternatives.ts'
import { type PassedOver, passedOverReport } from './passed-over.ts'

interface NoMethod {
  manifest: AppManifest
  platform: Platform
  /** Methods that do not fit this machine. */
  refusals: readonly Refusal[]
  isRoot: boolean
}

type ErrorClass = new (
  code: string,
  message: string,
  options: { hint: string; details: Readonly<Record<string, unknown>>; cause?: unknown },
) => AppError

/**
 * Returns the error for an app that no method installs here: every method with its reason, the homepage, and what a
 * person can run. Its code is that of the first failure, or `host.no-method`.
 */
export function noMethodWorks(app: NoMethod, passedOver: readonly PassedOver[]): AppError {
  const { manifest, platform, refusals, isRoot } = app
  const { name, version, homepage, install } = manifest
  const first = passedOver.find(({ error }) => error !== undefined)?.error
  const commands = commandsFor(install, { platform, isRoot })
  const details = {
    ...first?.details,
    refusals,
    passed_over: passedOver.map(passedOverReport),
    homepage: homepage ?? null,
    commands,
  }
  const alone = passedOver.length === 1 && refusals.length === 0 ? first : undefined
  const hint = hintOf(app, passedOver, { commands, alone })
  if (first === undefined && passedOver.length > 0)
    return new ForbiddenError(
      'consent.not-allowed',
      t(
        'no-method-works.not-confirmed',
        'Every install method of {name} {version} needs more than was confirmed.',
        {
          name,
          version,
        },
      ),
      { hint, details },
    )
  if (first === undefined)
    return new UnsupportedError(
      'host.no-method',
      t('host.no-method', 'No install method of {name} {version} works on this host ({platform}).', {
        name,
        version,
        platform,
      }),
      { hint, details },
    )
  const Failure = first.constructor as ErrorClass
  return new Failure(
    first.code,
    alone?.message ??
      t('no-method-works.message', '{name} {version} could not be installed by any method.', {
        name,
        version,
      }),
    { hint, details, cause: first },
  )
}

function hintOf(
  app: NoMethod,
  passedOver: readonly PassedOver[],
  { commands, alone }: { commands: readonly (readonly string[])[]; alone: AppError | undefined },
): string {
  const { homepage } = app.manifest
  return [
    ...(alone === undefined ? waysTried(app, passedOver) : [alone.hint ?? '']),
    ...(homepage === undefined ? [] : [t('no-method-works.homepage', 'Homepage: {homepage}', { homepage })]),
    ...(commands.length === 0 ? [] : [t('no-method-works.commands', 'To install it yourself, run one of:')]),
    ...commands.map((argv) => `  ${argvText(argv)}`),
  ]
    .filter((line) => line !== '')
    .join('\n  ')
}

function waysTried(app: NoMethod, passedOver: readonly PassedOver[]): string[] {
  const { refusals, platform } = app
  const ways = [
    ...passedOver.map(({ method, reason, log }) => ({
      method,
      reason:
        log === null ? reason : t('no-method-works.with-log', '{reason} (output: {log})', { reason, log }),
    })),
    ...refusals.filter(({ method }) => isOfSystem(method, platform)),
  ].map(({ method, reason }) => t('host.no-method.refusal', '{method}: {reason}', { method, reason }))
  // Winget that is not on PATH of a Linux host is no reason; that there is nothing else is.
  return ways.length > 0 ? ways : [onlyElsewhere(app)]
}

const onlyElsewhere = ({ refusals }: NoMethod): string =>
  t('no-method-works.only-elsewhere', 'It has methods for other systems only: {methods}', {
    methods: [...new Set(refusals.map(({ method }) => method))].join(', '),
  })

/** What a person can type on such a machine; nothing of it is run. */
function commandsFor(
  methods: readonly InstallMethod[],
  { platform, isRoot }: Pick<NoMethod, 'platform' | 'isRoot'>,
): string[][] {
  return methods
    .filter(({ method }) => isOfSystem(method, platform))
    .flatMap((method) => {
      const argv = installArgv(method)
      if (argv === undefined) return []
      return [method.method === 'apt' && !isRoot ? ['sudo', ...argv] : argv]
    })
}
