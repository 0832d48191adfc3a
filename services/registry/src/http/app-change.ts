import { ChangeReceipt } from '@cli-apps/core'
import type { Actor } from '../auth/authorize.ts'
import type { Deps } from '../deps.ts'
import type { RequestContext } from './env.ts'

/** Answers that are for one reader and one moment. */
export const noStore = { 'Cache-Control': 'no-store' }

export const receiptAnswer = {
  200: { description: 'It is so now; whether it was so before', schema: ChangeReceipt },
}

/** Who changes which app, from a request to an address with the app's `:name` in it. */
export const appChange = (
  { now }: Pick<Deps, 'now'>,
  c: RequestContext,
): { name: string; actor: Actor; now: Date } => ({
  name: c.req.param('name') ?? '',
  actor: c.get('actor'),
  now: now(),
})

/** Answers a change of an app, and lets its readers know. */
export function receipt(
  { changed }: Pick<Deps, 'changed'>,
  c: RequestContext,
  outcome: ChangeReceipt,
): Response {
  if (outcome.changed) changed(c.req.param('name'))
  return c.json(outcome, 200, noStore)
}
