import { ChangeReceipt, t } from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import type { ChangePlan } from '@cli-apps/core/results'
import type { CommandResult } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { carryOut } from '../plan/carry-out.ts'
import { requestPlan } from './request-plan.ts'
import type { PublisherServer } from './server.ts'

interface Change<Facts> {
  /** Command name, such as `yank`. */
  command: string
  method: 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: unknown
  /** Name of the app. */
  subject: string
  /** What the change will do: "Withdraw prettier 3.6.2". */
  plan: string
  /** The state afterwards: "prettier 3.6.2 is withdrawn". */
  done: string
  /** Fields that identify the subject, for `--json`. */
  facts: Facts
}

/** Shows one change to a registry, asks for consent, and makes it. With `--dry-run` it only shows the change. */
export async function makeChange<Facts extends Readonly<Record<string, string | null>>>(
  change: Change<Facts>,
  server: PublisherServer,
  options: OptionValues,
  context: CommandContext,
): Promise<CommandResult<ChangePlan | (Facts & { registry: string; changed: boolean })>> {
  const { method, path, body, done, facts } = change
  const plan = requestPlan(
    {
      ...change,
      summary: t('change.registry', '{plan}, on the registry {location}', {
        plan: change.plan,
        location: server.location,
      }),
    },
    server,
    context,
  )
  return carryOut(plan, options, context, async () => {
    const { value } = await server.ask({
      method,
      path,
      body: body === undefined ? undefined : JSON.stringify(body),
      answer: ChangeReceipt,
    })
    return {
      value: { ...facts, registry: server.location, changed: value.changed },
      text: value.changed
        ? t('change.registry.registry', '{done}, on the registry {location}.', {
            done,
            location: server.location,
          })
        : t('change.no-changes-registry', 'No changes: {done}, on the registry {location}.', {
            done,
            location: server.location,
          }),
    }
  })
}
