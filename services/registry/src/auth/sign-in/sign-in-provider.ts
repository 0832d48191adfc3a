import { ForbiddenError, toLine } from '@cli-apps/core'
import * as z from 'zod'
import { createIssuers, type IssuersOptions, requireAddress } from '../oidc/issuers.ts'
import { badIdentity, notValid, proveIdToken } from '../oidc/prove-id-token.ts'
import { redeemCode } from './redeem-code.ts'
import type { SignInAttempt } from './sign-in-attempt.ts'
import type { SignInSettings } from './sign-in-settings.ts'

/** A person as the issuer knows them. */
export interface PersonIdentity {
  issuer: string
  subject: string
  /** For people to recognize it; the issuer may give it to somebody else later. */
  label: string
}

export interface SignInProvider extends Pick<SignInSettings, 'issuer' | 'name' | 'isOpen'> {
  /** Returns where the browser goes to sign in. Throws `UnavailableError` `oidc.issuer-away`. */
  addressFor(attempt: SignInAttempt): Promise<string>
  /**
   * Returns the person whom the issuer vouches for in this sign-in. Throws as `redeemCode`, and `UnauthenticatedError`
   * `auth.bad-identity`.
   */
  identify(code: string, attempt: SignInAttempt, now: Date): Promise<PersonIdentity>
  /** The error of a sign-in that the issuer answers with one. */
  refusal(error: string, description?: string): ForbiddenError
}

/** The claims that we need of an identity token (OpenID Connect Core 1.0, sections 2 and 5.1). */
const Claims = z.object({
  sub: z.string().regex(/^[\x20-\x7e]{1,255}$/),
  aud: z.union([z.string(), z.array(z.string())]),
  azp: z.string().optional(),
  nonce: z.string().optional(),
  preferred_username: z.string().optional().catch(undefined),
})
type Claims = z.infer<typeof Claims>

const hint = 'Start the sign-in again. If this repeats, the operator compares the clock of this server.'

export function createSignInProvider(settings: SignInSettings, options: IssuersOptions = {}): SignInProvider {
  const { issuer, name, isOpen } = settings
  const issuers = createIssuers(options)
  return {
    issuer,
    name,
    isOpen,
    addressFor: async (attempt) => {
      const { description } = await issuers.of(issuer)
      return authorizationAddress(
        settings,
        requireAddress(issuer, description.authorization_endpoint),
        attempt,
      )
    },
    identify: async (code, attempt, now) => {
      const { verifier, nonce } = attempt
      const idToken = await redeemCode(settings, await issuers.of(issuer), { code, verifier })
      const audience = settings.clientId
      const proven = await proveIdToken(idToken, { issuer, issuers, now, audience, hint })
      const { sub, preferred_username: label } = readClaims(proven, { audience, nonce })
      return { issuer, subject: sub, label: toLine(label ?? '', 100) || sub }
    },
    refusal: (error, description) => refusal(name, error, description),
  }
}

function authorizationAddress(
  { clientId, redirectUri, scopes }: SignInSettings,
  endpoint: string,
  { state, nonce, challenge }: SignInAttempt,
): string {
  const url = new URL(endpoint)
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: scopes,
    state,
    nonce,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }
  for (const [key, value] of Object.entries(parameters)) url.searchParams.set(key, value)
  return url.href
}

/** The rules for one client and one sign-in, which a proven identity token must meet, too. */
function readClaims(proven: unknown, { audience, nonce }: { audience: string; nonce: string }): Claims {
  const parsed = Claims.safeParse(proven)
  if (!parsed.success) throw badIdentity(parsed.error, hint)
  const { aud, azp, nonce: theirs } = parsed.data
  if (azp === undefined ? Array.isArray(aud) && aud.length > 1 : azp !== audience)
    throw notValid('it was issued for another client', { hint })
  if (theirs !== nonce) throw notValid('it was issued for another sign-in', { hint })
  return parsed.data
}

function refusal(name: string, error: string, description?: string): ForbiddenError {
  if (error === 'access_denied')
    return new ForbiddenError('sign-in.refused', `The sign-in was refused at ${name}.`, {
      hint: 'Start again and allow it, or sign in with an API token.',
    })
  const more = description === undefined ? '' : ` (${toLine(description, 200)})`
  return new ForbiddenError('sign-in.refused', `${name} did not sign you in: ${toLine(error, 100)}${more}.`, {
    hint: 'Start again later. If this repeats, show this page to the operator of the registry.',
  })
}
