import { ForbiddenError, isAppError, UnauthenticatedError } from '@cli-apps/core'
import type { MiddlewareHandler } from 'hono'
import { isFormKey, sessionEnded, verifyWebSession, type WebSession } from '../../auth/web-sessions.ts'
import type { Deps } from '../../deps.ts'
import { rootFrom } from '../../web/page.ts'
import { isRead } from '../document-answer.ts'
import type { Env, RequestContext } from '../env.ts'
import { limitWrites } from '../limit-rate.ts'
import { addressOf } from './address-of.ts'
import { seeOther } from './private-page.ts'
import { readForm } from './read-form.ts'
import { sessionCookie } from './secret-cookies.ts'

/**
 * Requires a person who is signed in, and for a form the key of the session. Sets the actor, as a token does. A page
 * that is opened without a session leads to the sign-in, and from there back.
 */
export const requireSession =
  (deps: Deps): MiddlewareHandler<Env> =>
  async (c, next) => {
    // Before the session, so that nobody loses what they typed when it has ended.
    const fields = isRead(c) ? undefined : await readForm(c)
    const session = await findWebSession(deps, c)
    if (fields === undefined) {
      if (session === undefined) return toSignIn(c)
    } else if (session === undefined) throw sessionEnded()
    else {
      if (!isFormKey(session, fields.form ?? '')) throw otherSession()
      limitWrites(deps, c, session.actor.user)
      c.set('fields', fields)
    }
    c.set('session', session)
    c.set('actor', session.actor)
    await next()
  }

/** The session of a browser, if it has one that may still be used. */
export async function findWebSession(deps: Deps, c: RequestContext): Promise<WebSession | undefined> {
  const secret = sessionCookie.read(c, deps)
  if (secret === undefined) return undefined
  try {
    return await verifyWebSession(deps.db, deps.now(), secret)
  } catch (error) {
    if (!isAppError(error) || !(error instanceof UnauthenticatedError)) throw error
    sessionCookie.drop(c)
    return undefined
  }
}

function toSignIn(c: RequestContext): Response {
  const path = addressOf(c).slice(1)
  return seeOther(c, `${rootFrom(path)}/sign-in?to=${encodeURIComponent(path)}`)
}

const otherSession = (): ForbiddenError =>
  new ForbiddenError('form.other-session', 'This form is from another session.', {
    hint: 'Open the page again and send the new form.',
  })
