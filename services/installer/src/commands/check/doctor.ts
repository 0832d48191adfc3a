import { t, UsageError } from '@cli-apps/core'
import { plural } from '@cli-apps/core/messages'
import { hasCode } from '@cli-apps/core/node'
import type { ChangePlan } from '@cli-apps/core/results'
import { type Command, type CommandResult, changeOptions, globalOption } from '../../command.ts'
import type { CommandContext } from '../../context.ts'
import { diagnose } from '../../health/diagnose.ts'
import { attempt, type Fault } from '../../health/fault.ts'
import type { DoctorResult } from '../../health/health-results.ts'
import { carryOut } from '../../plan/carry-out.ts'
import { catalogDateText, usedCatalogDate } from '../../resolve/catalog-date.ts'
import { unconfinedText, whyNoSandbox } from '../../run/warn-no-sandbox.ts'
import { settleWorkspace } from '../../workspace/settle-workspace.ts'
import { placeOptions, readAllowances } from '../change/install-options.ts'

export const doctor: Command<DoctorResult | ChangePlan> = {
  summary: 'Find problems in this workspace and the store; repair them with --fix',
  usage: '',
  options: {
    fix: { type: 'boolean', description: 'Fix problems automatically' },
    ...globalOption,
    ...changeOptions,
    'allow-scripts': {
      type: 'string',
      value: 'PACKAGES',
      description: 'When rebuilding: allow install scripts of these packages',
    },
    'allow-builds': {
      type: 'string',
      value: 'PACKAGES',
      description: 'When rebuilding: allow these packages to be built from source',
    },
    'allow-sources': placeOptions['allow-sources'],
  },
  async run(args, options, context) {
    if (args.length > 0)
      throw new UsageError(
        'cli.extra-argument',
        t('cli.extra-argument', 'doctor takes no names: {args}', { args: args.join(' ') }),
        {
          hint: t('cli.extra-argument.hint', 'Run "{cli} verify <name>" to check one app.'),
        },
      )
    if (options.fix !== true) return report(context, [], [])
    await settle(context)
    // What a killed repair put aside comes back before anything is looked at.
    if (options['dry-run'] !== true) await (await import('../../home/sweep-home.ts')).sweepHome(context)
    const { planRepairs, repairChangePlan } = await import('../../health/plan-repairs.ts')
    const { faults } = await diagnose(context)
    const repairs = await planRepairs(faults, context, readAllowances(options).allowed)
    return carryOut(repairChangePlan(repairs, context), options, context, async () => {
      const { applyRepairs } = await import('../../health/apply-repairs.ts')
      const failures = await applyRepairs(repairs, context)
      return report(
        context,
        faults,
        failures.map(({ subject, error }) => ({
          subject,
          code: error.code,
          message: error.message,
          hint: error.hint ?? '',
        })),
      )
    })
  },
}

/** Finishes an interrupted change, as every changing command does; an unreadable journal is a fault to repair. */
async function settle({ workspace, signal, output }: CommandContext): Promise<void> {
  try {
    await settleWorkspace(workspace, { signal, notice: output.notice })
  } catch (error) {
    if (!hasCode(error, 'journal.corrupt')) throw error
  }
}

interface Failure {
  subject: string
  code: string
  message: string
  hint: string
}

/** Returns the current faults, and the earlier faults that were fixed. */
async function report(
  context: CommandContext,
  before: readonly Fault[],
  failures: readonly Failure[],
): Promise<CommandResult<DoctorResult>> {
  const { checked, faults } = await diagnose(context)
  const left = new Set(faults.map(keyOf))
  const unconfined = await whyNoSandbox(context)
  // A damaged workspace file is a fault that is told already.
  const date = await attempt([], null, () => usedCatalogDate(context))
  const fixed = before.filter((fault) => !left.has(keyOf(fault)))
  const lines = [
    ...(unconfined === undefined ? [] : [unconfinedText(unconfined)]),
    ...fixed.map(({ message }) => t('doctor.fixed', 'fixed: {message}', { message })),
    ...failures.map(({ subject, message, hint }) =>
      t('doctor.could-not-fixed', `{subject} could not be fixed: {message}\n  {hint}`, {
        subject,
        message,
        hint,
      }),
    ),
    ...faults.map(({ message, hint }) => `${message}\n  ${hint}`),
    ...(date === undefined ? [] : [catalogDateText(date)]),
    ...(faults.length === 0
      ? [
          plural(
            'doctor.apps-checked-no-problems',
            '{checked, plural, one {# app} other {# apps}} checked: no problems found.',
            { checked },
          ),
        ]
      : []),
  ]
  return {
    value: {
      workspace: context.workspace.root,
      checked,
      fixed,
      failures: [...failures],
      faults,
      ...(unconfined !== undefined && { unconfined }),
      ...(date !== undefined && { catalog_date: date }),
    },
    text: lines.join('\n'),
    exitStatus: faults.length === 0 ? 0 : 8,
  }
}

const keyOf = ({ code, app, message }: Fault): string => JSON.stringify([code, app, message])
