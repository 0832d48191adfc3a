import {
  type AppManifest,
  CanceledError,
  findPrintedVersion,
  type MethodKind,
  ProcessError,
  packagedVersion,
  t,
  toLine,
} from '@cli-apps/core'
import { joinOutput, type ProcessResult } from '@cli-apps/core/node'
import { looksLikeHelp } from '@cli-apps/help'
import type { Probe } from './probe.ts'

/**
 * Asks the program for its version, or for its help if the manifest has no version arguments. Returns the version it
 * printed, or null. Throws `ProcessError` if it does not answer, or is not the manifest's program.
 */
export async function verifyProgram(
  manifest: AppManifest,
  probe: Probe,
  { method, package_version }: PackageFacts,
): Promise<string | null> {
  const { version, help = ['--help'] } = manifest.run ?? {}
  const args = version?.args ?? help
  const result = await probe.run(args)
  if (result.canceled)
    throw new CanceledError(
      'install.canceled',
      t('install.canceled.installing-interrupted', 'Installing {name} was interrupted.', {
        name: manifest.name,
      }),
    )
  const said = `${joinOutput(result.stdout)}\n${joinOutput(result.stderr)}`
  const call = [manifest.entry_point, ...args].join(' ')
  const failure = (other = noAnswer(call, result)): ProcessError =>
    asksForDisplay.test(said) ? needsDisplay(call) : other
  if (result.timedOut || result.signal !== null || said.trim() === '' || result.exitCode === 127) {
    throw failure()
  }
  if (version === undefined) {
    if (result.exitCode === 0 || looksLikeHelp(said)) return null
    throw failure()
  }
  if (version.expect === undefined && result.exitCode !== 0) throw failure()
  if (version.expect !== undefined && !said.includes(version.expect)) {
    const other = new ProcessError(
      'install.other-program',
      t('install.other-program', '{call} does not report {expect} but: {answer}', {
        call,
        expect: JSON.stringify(version.expect),
        answer: toLine(said, 200),
      }),
      {
        hint: t(
          'install.other-program.hint',
          'It is another program of that name, or does not run here. Nothing was installed.',
        ),
      },
    )
    throw failure(other)
  }
  const packaged = package_version == null ? [] : [packagedVersion(package_version, method)]
  return findPrintedVersion(said, [...packaged, manifest.program_version ?? manifest.version])
}

/** The package that a program is from, whose version tells the program's from others in its answer. */
interface PackageFacts {
  method: MethodKind
  package_version?: string | null | undefined
}

const noAnswer = (call: string, result: ProcessResult): ProcessError =>
  new ProcessError(
    'install.no-answer',
    result.timedOut
      ? t('install.no-answer.in-time', '{call} does not answer in time.', { call })
      : t('install.no-answer', '{call} gave no answer and ended{result}.', {
          call,
          result: howItEnded(result),
        }),
    {
      hint: t('install.no-answer.hint', 'The program does not run on this machine, so it was removed.'),
    },
  )

/** What Qt, GTK and X11 programs print where they can open no window. */
const asksForDisplay =
  /(could not|cannot|can't|unable to) (connect to|open) (the )?(x )?(display|screen|x server)/i

const needsDisplay = (call: string): ProcessError =>
  new ProcessError(
    'install.no-answer',
    t(
      'install.no-answer.display',
      '{call} needs a display, and programs get none while they are installed.',
      {
        call,
      },
    ),
    {
      hint: t(
        'install.no-answer.display.hint',
        'It could not be verified, so it was removed. Install and call it without cli-apps.',
      ),
    },
  )

/** How a program ended, for the end of a sentence. */
export function howItEnded({ signal, exitCode }: ProcessResult): string {
  return signal === null
    ? t('verify-program.exit-status', ' with exit status {exitCode}', { exitCode: String(exitCode) })
    : t('verify-program.by-signal', ' by {signal}', { signal })
}
