import { isAppName, ownService, t } from '@cli-apps/core'
import type { RunOutcome } from '@cli-apps/core/results'
import type { InstalledApps } from '../installed-apps.ts'
import type { RunSettings } from '../invoke/prepare-invocation.ts'
import type { Limits } from '../options.ts'
import { answers } from './open-services.ts'
import { whereItAnswers } from './service-faults.ts'

/** Adds to the outcome of a failed run how a person starts the server that an app of it needs, if that does not answer. */
export async function withServiceHint(
  outcome: RunOutcome,
  names: readonly string[],
  settings: RunSettings & { limits: Limits; apps: InstalledApps },
): Promise<RunOutcome> {
  if (outcome.exit_code === 0 || outcome.exit_code === null || outcome.timed_out) return outcome
  const hints: string[] = []
  for (const name of names) {
    const record = isAppName(name) ? (await settings.apps.get(name))?.record : undefined
    const service = ownService(record?.manifest.requires)
    if (record === undefined || service === undefined || service.optional === true) continue
    if (!(await answers(record, service, settings)))
      hints.push(
        t(
          'service-hint.not-running',
          '{service} does not answer at {place}. A person starts it with: npx cli-apps service start {name}',
          {
            service: service.name,
            place: whereItAnswers(service),
            name: record.name,
          },
        ),
      )
  }
  const said = [outcome.hint, ...new Set(hints)].filter((hint) => hint !== undefined)
  return hints.length === 0 ? outcome : { ...outcome, hint: said.join(' ') }
}
