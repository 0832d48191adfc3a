import { ChangeReceipt } from '@cli-apps/core'
import type { Actor } from '../auth/authorize.ts'
import type { Deps } from '../deps.ts'
import type { RequestContext } from './env.ts'

/** For responses that are specific to one client and must not be cached. */
export const noStore = { 'Cache-Control': 'no-store' }

export const receiptAnswer = {
  200: { description: 'It is so now; whether it was so before', schema: ChangeReceipt },
}

/** Reads from the request who changes which app; the route must have a `:name` parameter. */
export const appChange = (
  { now }: Pick<Deps, 'now'>,
  c: RequestContext,
): { name: string; actor: Actor; now: Date } => ({
  name: c.req.param('name') ?? '',
  actor: c.get('actor'),
  now: now(),
})

/** Responds to a change of an app and invalidates what was rendered of it. */
export function receipt(
  { changed }: Pick<Deps, 'changed'>,
  c: RequestContext,
  outcome: ChangeReceipt,
): Response {
  if (outcome.changed) changed(c.req.param('name'))
  return c.json(outcome, 200, noStore)
}
