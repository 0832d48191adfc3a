import { isAppError, toProblem, UnauthenticatedError } from '@cli-apps/core'
import { Hono } from 'hono'
import * as z from 'zod'
import { getHeldVersions } from '../../apps/publish/held-versions.ts'
import { describeActor } from '../../auth/describe-actor.ts'
import { listIdentities } from '../../auth/sign-in/identities.ts'
import { closeWebSession, openWebSession } from '../../auth/web-sessions.ts'
import type { Deps } from '../../deps.ts'
import type { Env, RequestContext } from '../../http/env.ts'
import { countFailure, limitAttempts } from '../../http/limit-rate.ts'
import { beginSession } from '../../http/pages/begin-session.ts'
import { ownPath } from '../../http/pages/own-path.ts'
import { pageOf } from '../../http/pages/page-of.ts'
import { privatePage, seeOther } from '../../http/pages/private-page.ts'
import { readForm } from '../../http/pages/read-form.ts'
import { requireOwnPage } from '../../http/pages/require-own-page.ts'
import { findWebSession, requireSession } from '../../http/pages/require-session.ts'
import { sessionCookie } from '../../http/pages/secret-cookies.ts'
import { AccountPage } from '../../web/account/overview-page.tsx'
import { SignInPage } from '../../web/account/sign-in-page.tsx'
import { done, privateOperation } from './page-operation.ts'

const to = z.string().max(300).optional().describe('The page to open then')

const signInPage = privateOperation('getSignInPage', 'Sign in', {
  session: false,
  query: { to, done },
})
const signIn = privateOperation('signIn', 'Sign in with an API token', {
  session: false,
  form: { token: z.string(), to },
})
const signOut = privateOperation('signOut', 'End the session', { session: false, form: {} })
const account = privateOperation('getAccountPage', 'Your account', { query: { done } })

/** Sign-in, sign-out, and the page of one's account. */
export function sessionPageRoutes(deps: Deps): Hono<Env> {
  const { db, now } = deps
  const ownPage = requireOwnPage(deps)
  return new Hono<Env>()
    .get('/sign-in', signInPage, async (c) => {
      const { to, done } = c.req.query()
      if ((await findWebSession(deps, c)) !== undefined) return seeOther(c, `./${ownPath(to)}`)
      const { signIn: provider } = deps
      return privatePage(
        c,
        <SignInPage page={pageOf(c, deps)} to={ownPath(to)} done={done} provider={provider?.name} />,
      )
    })
    .post('/sign-in', ownPage, signIn, async (c) => {
      limitAttempts(deps, c)
      const { token = '', to } = await readForm(c)
      try {
        await beginSession(deps, c, await openWebSession(db, now(), token.trim()))
        return seeOther(c, `./${ownPath(to)}`)
      } catch (error) {
        return refusedSignIn(deps, c, { error, to: ownPath(to) })
      }
    })
    .post('/sign-out', ownPage, signOut, async (c) => {
      const secret = sessionCookie.read(c, deps)
      if (secret !== undefined) await closeWebSession(db, now(), secret)
      sessionCookie.drop(c)
      return seeOther(c, './sign-in?done=out')
    })
    .get('/account', account, requireSession(deps), async (c) => {
      const { actor, expiresAt } = c.get('session')
      const whoami = await describeActor(db, actor)
      const { items } = await getHeldVersions(db, actor)
      return privatePage(
        c,
        <AccountPage
          page={pageOf(c, deps)}
          whoami={whoami}
          held={items}
          identities={await listIdentities(db, actor.user)}
          provider={deps.signIn}
          until={expiresAt.toISOString()}
          done={c.req.query('done')}
        />,
      )
    })
}

/** Shows the form again. The token is not shown, and counts as an attempt of this address. */
async function refusedSignIn(
  deps: Deps,
  c: RequestContext,
  { error, to }: { error: unknown; to: string },
): Promise<Response> {
  if (!isAppError(error) || !(error instanceof UnauthenticatedError)) throw error
  countFailure(deps, c)
  const problem = toProblem(error, c.req.path)
  const page = pageOf(c, deps)
  return privatePage(
    c,
    <SignInPage page={page} to={to} problem={problem} provider={deps.signIn?.name} />,
    problem.status,
  )
}
