import { closeWebSession, type NewWebSession } from '../../auth/web-sessions.ts'
import type { Deps } from '../../deps.ts'
import type { RequestContext } from '../env.ts'
import { sessionCookie } from './secret-cookies.ts'

/** Keeps a new session in the browser, and ends the one that it had. */
export async function beginSession(deps: Deps, c: RequestContext, session: NewWebSession): Promise<void> {
  const before = sessionCookie.read(c, deps)
  sessionCookie.keep(c, deps, session)
  if (before !== undefined) await closeWebSession(deps.db, deps.now(), before)
}
