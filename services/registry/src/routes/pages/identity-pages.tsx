import { isAppError, NotFoundError, type Problem, toProblem, UnauthenticatedError } from '@cli-apps/core'
import { Hono } from 'hono'
import * as z from 'zod'
import { UserName } from '../../auth/names.ts'
import {
  isFreeName,
  linkIdentity,
  registerWithIdentity,
  registrationClosed,
  signInWithIdentity,
  unlinkIdentity,
} from '../../auth/sign-in/identities.ts'
import { getPendingIdentity, keepPendingIdentity } from '../../auth/sign-in/pending-identity.ts'
import { resumeAttempt, startAttempt } from '../../auth/sign-in/sign-in-attempt.ts'
import type { PersonIdentity, SignInProvider } from '../../auth/sign-in/sign-in-provider.ts'
import type { Deps } from '../../deps.ts'
import type { Env, RequestContext } from '../../http/env.ts'
import { countFailure, limitAttempts } from '../../http/limit-rate.ts'
import { beginSession } from '../../http/pages/begin-session.ts'
import { continueTo } from '../../http/pages/continue-to.tsx'
import { ownPath } from '../../http/pages/own-path.ts'
import { pageOf } from '../../http/pages/page-of.ts'
import { privatePage, seeOther } from '../../http/pages/private-page.ts'
import { publicOrigin } from '../../http/pages/public-origin.ts'
import { parseForm, readForm } from '../../http/pages/read-form.ts'
import { requireOwnPage } from '../../http/pages/require-own-page.ts'
import { findWebSession, requireSession } from '../../http/pages/require-session.ts'
import { attemptCookie, identityCookie } from '../../http/pages/secret-cookies.ts'
import { readQueryParameters } from '../../http/query-parameters.ts'
import { IdentityPage } from '../../web/account/identity-page.tsx'
import { SignInPage } from '../../web/account/sign-in-page.tsx'
import { privateOperation } from './page-operation.ts'

const StartQuery = z.object({
  to: z.string().max(300).optional().describe('The page to open then'),
  link: z.literal('yes').optional().describe('To link the identity to the account that is signed in'),
})
/** What the identity provider adds to the address to which it sends people back (RFC 6749, RFC 9207). */
const CallbackQuery = z.object({
  state: z.string().max(200).default(''),
  code: z.string().max(4000).optional(),
  error: z.string().max(200).optional(),
  error_description: z.string().max(1000).optional(),
  iss: z.string().max(500).optional(),
})
const RegisterForm = z.object({ name: UserName })
const LinkForm = z.object({
  change: z.enum(['link', 'unlink']),
  issuer: z.string().max(500).default('').describe('To unlink'),
  subject: z.string().max(255).default('').describe('To unlink'),
})

const startSignIn = privateOperation('startSignIn', 'Go to the identity provider', {
  session: false,
  query: StartQuery.shape,
})
const finishSignIn = privateOperation('finishSignIn', 'Come back from the identity provider', {
  session: false,
  query: CallbackQuery.shape,
})
const identityPage = privateOperation('getIdentityPage', 'Choose the account of an identity', {
  session: false,
})
const register = privateOperation('registerIdentity', 'Create an account for an identity', {
  session: false,
  form: RegisterForm.shape,
})
const changeIdentities = privateOperation('sendIdentityForm', 'Link or unlink an identity', {
  form: LinkForm.shape,
})

/** Sign-in with an identity of OpenID Connect, and the account that it belongs to. */
export function identityPageRoutes(deps: Deps): Hono<Env> {
  const { db, now } = deps
  const ownPage = requireOwnPage(deps)
  return new Hono<Env>()
    .get('/sign-in/openid', startSignIn, async (c) => {
      const { to, link } = readQueryParameters(c, StartQuery)
      const provider = requireProvider(deps)
      const purpose = { to: ownPath(to), isLink: link === 'yes' }
      if (!purpose.isLink && (await findWebSession(deps, c)) !== undefined)
        return seeOther(c, `../${purpose.to}`)
      const { attempt, ...cookie } = startAttempt(now(), purpose)
      const address = await provider.addressFor(attempt)
      attemptCookie.keep(c, deps, cookie)
      return seeOther(c, address)
    })
    .get('/sign-in/openid/callback', finishSignIn, (c) =>
      orSignInPage(deps, c, () => finish(deps, c, requireProvider(deps))),
    )
    .get('/sign-in/identity', identityPage, (c) =>
      orSignInPage(deps, c, async () => {
        const identity = await getPendingIdentity(db, now(), identityCookie.read(c, deps))
        return choicePage(deps, c, { identity })
      }),
    )
    .post('/sign-in/identity', ownPage, register, (c) =>
      orSignInPage(deps, c, async () => {
        const provider = requireProvider(deps)
        const secret = identityCookie.read(c, deps)
        const identity = await getPendingIdentity(db, now(), secret)
        const fields = await readForm(c)
        try {
          const { name: user } = parseForm(RegisterForm, fields)
          await beginSession(deps, c, await registerWithIdentity(db, now(), { secret, user, provider }))
        } catch (error) {
          if (!isAppError(error) || error.httpStatus >= 500) throw error
          return choicePage(deps, c, { identity, name: fields.name, problem: toProblem(error, c.req.path) })
        }
        identityCookie.drop(c)
        return seeOther(c, '../account?done=registered')
      }),
    )
    .post('/account/identities', ownPage, changeIdentities, requireSession(deps), async (c) => {
      const { change, ...key } = parseForm(LinkForm, c.get('fields'))
      const { actor } = c.get('session')
      const secret = identityCookie.read(c, deps)
      const { changed } = await (change === 'unlink'
        ? unlinkIdentity(db, now(), { actor, ...key })
        : linkIdentity(db, now(), { actor, secret }))
      if (change === 'link') identityCookie.drop(c)
      return seeOther(c, `../account?done=${changed ? change : 'same'}`)
    })
}

/** Opens a session, or asks for the account when the identity has none. */
async function finish(deps: Deps, c: RequestContext, provider: SignInProvider): Promise<Response> {
  const { db, now } = deps
  limitAttempts(deps, c)
  const { state, code, error, error_description, iss } = readQueryParameters(c, CallbackQuery)
  const secret = attemptCookie.read(c, deps)
  const attempt = resumeAttempt(now(), { secret, state, address: publicOrigin(c, deps) })
  attemptCookie.drop(c)
  if (code === undefined || error !== undefined || (iss !== undefined && iss !== provider.issuer))
    throw provider.refusal(error ?? 'invalid_response', error_description)
  const identity = await provider.identify(code, attempt, now())
  const known = attempt.isLink
    ? undefined
    : await signInWithIdentity(db, now(), { identity, via: provider.name })
  if (known === undefined) {
    identityCookie.keep(c, deps, await keepPendingIdentity(db, now(), identity))
    return continueTo(c, deps, { to: 'sign-in/identity', via: provider.name })
  }
  await beginSession(deps, c, known.session)
  return continueTo(c, deps, { to: ownPath(attempt.to), via: provider.name, user: known.user })
}

/** Shows what an identity can be linked to: the account that is signed in, or else a new one. */
async function choicePage(
  deps: Deps,
  c: RequestContext,
  { identity, name, problem }: { identity: PersonIdentity; name?: string | undefined; problem?: Problem },
): Promise<Response> {
  const provider = requireProvider(deps)
  const session = await findWebSession(deps, c)
  if (session !== undefined) c.set('session', session)
  const refusal = provider.isOpen || session !== undefined ? undefined : registrationClosed()
  const shown = problem ?? (refusal && toProblem(refusal, c.req.path))
  return privatePage(
    c,
    <IdentityPage
      page={pageOf(c, deps)}
      provider={provider}
      label={identity.label}
      name={name ?? (await suggestedName(deps, identity))}
      problem={shown}
    />,
    shown?.status,
  )
}

/** The name that the person has at the issuer, where nobody has it here. */
async function suggestedName({ db }: Deps, { label }: PersonIdentity): Promise<string> {
  const name = UserName.safeParse(label.toLowerCase())
  return name.success && (await isFreeName(db, name.data)) ? name.data : ''
}

/** Shows why a sign-in failed on the page where it can be repeated. */
async function orSignInPage(
  deps: Deps,
  c: RequestContext,
  answer: () => Promise<Response>,
): Promise<Response> {
  try {
    return await answer()
  } catch (error) {
    if (!isAppError(error) || error.httpStatus >= 500 || deps.signIn === undefined) throw error
    if (error instanceof UnauthenticatedError) countFailure(deps, c)
    const problem = toProblem(error, c.req.path)
    // A switch of the language must not send the answer of the identity provider again.
    const page = { ...pageOf(c, deps), path: 'sign-in' }
    return privatePage(
      c,
      <SignInPage page={page} to="account" problem={problem} provider={deps.signIn.name} />,
      problem.status,
    )
  }
}

function requireProvider({ signIn }: Pick<Deps, 'signIn'>): SignInProvider {
  if (signIn !== undefined) return signIn
  throw new NotFoundError('sign-in.not-configured', 'This registry has no identity provider.', {
    hint: 'Sign in with an API token.',
  })
}
