import type { Deps } from '../../deps.ts'
import { ContinuePage } from '../../web/account/continue-page.tsx'
import type { RequestContext } from '../env.ts'
import { pageOf } from './page-of.ts'
import { privatePage } from './private-page.ts'

/**
 * Leads to another page by a page of ours. A redirect would still come from the site of the identity provider, so that
 * browsers would not send our strict cookies.
 */
export function continueTo(
  c: RequestContext,
  deps: Pick<Deps, 'publicUrl'>,
  { to, via, user }: { to: string; via: string; user?: string },
): Promise<Response> {
  const page = { ...pageOf(c, deps), path: to }
  c.header('Refresh', `0; url=${page.root}/${to}`)
  return privatePage(c, <ContinuePage page={page} to={to} via={via} user={user} />)
}
