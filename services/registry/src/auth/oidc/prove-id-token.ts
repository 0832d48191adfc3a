import { isAppError, UnauthenticatedError } from '@cli-apps/core'
import { errors, type JWTPayload, jwtVerify } from 'jose'
import { away } from './ask-issuer.ts'
import type { Issuers } from './issuers.ts'

/** Asymmetric algorithms only: `none` proves nothing, and HMAC would need a secret shared with the issuer. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]

interface ProofOptions {
  issuer: string
  issuers: Issuers
  now: Date
  /** Required in `aud`; without it the caller checks `aud`. */
  audience?: string
  /** What the caller of a token that is not valid can do. */
  hint: string
}

/**
 * Returns the claims of an identity token after checking signature, issuer, audience, expiry and age. Throws
 * `UnauthenticatedError` `auth.bad-identity`, or `UnavailableError` when the issuer does not answer.
 */
export async function proveIdToken(
  idToken: string,
  { issuer, issuers, now, audience, hint }: ProofOptions,
): Promise<JWTPayload> {
  try {
    const { keys } = await issuers.of(issuer)
    const { payload } = await jwtVerify(idToken, keys, {
      algorithms,
      issuer,
      ...(audience !== undefined && { audience }),
      currentDate: now,
      clockTolerance: 60,
      maxTokenAge: '1h',
      requiredClaims: ['exp', 'sub', 'aud'],
    })
    return payload
  } catch (error) {
    if (isAppError(error)) throw error
    if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid)
      throw away(issuer, error.message, error)
    throw badIdentity(error, hint)
  }
}

/** The error of an identity token that is not valid, with the reason of a JOSE error. */
export const badIdentity = (cause: unknown, hint: string): UnauthenticatedError =>
  notValid(cause instanceof errors.JOSEError ? cause.message : 'it is not an identity token', { hint, cause })

export const notValid = (reason: string, options: { hint: string; cause?: unknown }): UnauthenticatedError =>
  new UnauthenticatedError('auth.bad-identity', `The identity token is not valid: ${reason}.`, options)
