import { ChangeReceipt } from '@cli-apps/core'
import type { CommandResult, OptionValues } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { requireConsent } from '../ui/prompt.ts'
import type { PublisherServer } from './server.ts'

export interface Change {
  method: 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: unknown
  /** What it will do: "Withdraw prettier 3.6.2". */
  plan: string
  /** What is so afterwards: "prettier 3.6.2 is withdrawn". */
  done: string
  /** What the result is about, for `--json`. */
  facts: Readonly<Record<string, unknown>>
}

/** Shows one change of a registry, asks for consent and makes it; with `--dry-run` it only shows. */
export async function makeChange(
  { method, path, body, plan, done, facts }: Change,
  server: PublisherServer,
  options: OptionValues,
  context: CommandContext,
): Promise<CommandResult> {
  const about = { ...facts, registry: server.location }
  const planned = `${plan} on ${server.location}.`
  if (options['dry-run'] === true)
    return { value: { ...about, plan: planned, changed: false }, text: planned }
  if (!context.output.isJson) context.output.notice(planned)
  await requireConsent('Go ahead?', context, { isGiven: options.yes === true })
  const { value } = await server.ask({
    method,
    path,
    body: body === undefined ? undefined : JSON.stringify(body),
    answer: ChangeReceipt,
  })
  return {
    value: { ...about, changed: value.changed },
    text: value.changed
      ? `${done} on ${server.location}.`
      : `Nothing to change: ${done} on ${server.location}.`,
  }
}
