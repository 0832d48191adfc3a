import { constants } from 'node:os'
import { isatty } from 'node:tty'
import { CanceledError, t, UsageError } from '@cli-apps/core'
import type { RunResult } from '@cli-apps/core/results'
import type { ConfirmationRequest } from '@cli-apps/runtime'
import type { AppRunner } from '@cli-apps/runtime/runner'
import type { CommandResult } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { askPerson, canAsk } from '../ui/prompt.ts'
import { openAttachedStreams } from './attached-streams.ts'
import { describeRun } from './describe-run.ts'
import { runResult } from './run-result.ts'
import { createSignalRelay } from './signal-relay.ts'

/** A call of `run_cli_app`, and how a person wants it run. */
interface AppsRun {
  call: Readonly<Record<string, unknown>>
  /** Seconds. */
  timeout?: number
  /** The person confirmed whatever it does. */
  isConfirmed: boolean
}

/**
 * Runs apps for whoever started this process: input, output and signals go straight through, unless a JSON document is
 * asked for. Asks before what may destroy. Throws `UsageError` `consent.needed` where nobody can be asked, and
 * `CanceledError` `consent.refused`.
 */
export async function runApps(
  runtime: AppRunner,
  { call, timeout, isConfirmed }: AppsRun,
  context: CommandContext,
): Promise<CommandResult<RunResult>> {
  const { output } = context
  const signals = createSignalRelay()
  const stop = new AbortController()
  let received: NodeJS.Signals | undefined
  const leaveSignals = context.takeSignals((name) => {
    // A program decides itself what an interrupt means; who asks twice for its end gets it.
    const isInsisting = received === name && name !== 'SIGINT'
    received = name
    if (!signals.pass(name) || isInsisting) stop.abort()
  })
  const streams = await openAttachedStreams(runtime, call, context)
  const attached = { ...streams.attached, ...(timeout !== undefined && { timeout }) }
  const options = { signal: stop.signal, attached: { ...attached, signals: streams.during(signals) } }
  try {
    const answer = await runtime.tools.execute({ name: 'run_cli_app', arguments: call }, options)
    const request = answer.ok ? undefined : answer.confirmation
    const status = { canceled: 128 + (constants.signals[received ?? 'SIGINT'] ?? 0) }
    if (request === undefined) return await runResult(answer, output, status)
    if (!isConfirmed && output.isJson) return { ...(await runResult(answer, output, status)), exitStatus: 2 }
    if (!isConfirmed) await requireRunConsent(request, { output, signal: stop.signal })
    const confirmed = await runtime.confirmations.confirm(request.id, options)
    return await runResult(confirmed, output, status)
  } finally {
    await streams.close()
    leaveSignals()
  }
}

/** Shows exactly what would run, and asks whether it may. */
async function requireRunConsent(
  request: ConfirmationRequest,
  context: Pick<CommandContext, 'output' | 'signal'>,
): Promise<void> {
  const what = describeRun(request)
  // Looking at the stream itself would change a pipe that a program is to read.
  if (!isatty(0) || !canAsk(context))
    throw new UsageError(
      'consent.needed',
      t(
        'run-apps.consent-needed',
        'This call may do what cannot be undone, and there is no terminal to ask on: {what}',
        {
          what,
        },
      ),
      {
        hint: t(
          'run-apps.consent-needed.hint',
          'If that is intended, pass --yes before the name of the app.',
        ),
      },
    )
  context.output.notice(t('run-apps.may-destroy', 'This call may do what cannot be undone:'))
  context.output.passOn(`  ${what}`)
  if (await askPerson(t('run-apps.run-it', 'Run it?'), context)) return
  throw new CanceledError('consent.refused', t('run-apps.not-run', 'Nothing was run.'))
}
