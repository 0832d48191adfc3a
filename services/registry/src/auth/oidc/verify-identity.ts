import { isAppError, UnauthenticatedError } from '@cli-apps/core'
import { decodeJwt, errors, jwtVerify } from 'jose'
import * as z from 'zod'
import { away, createIssuerKeys, type IssuerKeys, type IssuerKeysOptions } from './issuer-keys.ts'

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

const Claims = z.object({
  iss: z.string().max(500),
  // No control characters: Postgres cannot store NUL, and they would corrupt logs.
  sub: z
    .string()
    .max(1000)
    .regex(/^\P{Cc}+$/u),
  aud: z.union([z.string().transform((text) => [text]), z.array(z.string())]),
  jti: z.string().min(1).max(1000).optional(),
})

/** The identity that an issuer vouches for. */
export interface Identity {
  issuer: string
  subject: string
  audiences: readonly string[]
  /** Unique among the identity tokens of the issuer. */
  tokenId: string
}

export interface IdentityVerifier {
  /** Allowed issuers; no other issuer is ever contacted. */
  issuers: readonly string[]
  /** Returns the issuer named in an identity token, unverified. Throws `UnauthenticatedError` unless it is allowed. */
  issuerOf(idToken: string): string
  /**
   * Throws `UnauthenticatedError` `auth.bad-identity` for an invalid token, `UnavailableError` when the issuer does not
   * answer.
   */
  verify(idToken: string, now: Date): Promise<Identity>
}

export interface IdentityVerifierOptions extends IssuerKeysOptions {
  issuers: readonly string[]
}

export function createIdentityVerifier({ issuers, ...options }: IdentityVerifierOptions): IdentityVerifier {
  const keys = createIssuerKeys(options)
  const issuerOf = (idToken: string): string => {
    const { iss } = readClaims(idToken)
    if (issuers.includes(iss)) return iss
    throw new UnauthenticatedError('auth.issuer', `Identities of ${iss} are not accepted here.`, {
      hint: `The registry's operator allows ${issuers.join(', ') || 'none'}.`,
    })
  }
  return {
    issuers,
    issuerOf,
    verify: async (idToken, now) => {
      const issuer = issuerOf(idToken)
      const { sub, aud, jti } = await proveClaims(idToken, { issuer, keys, now })
      // Without `jti`, use the signed part: the same token could carry different valid signatures.
      const tokenId = jti ?? idToken.slice(0, idToken.lastIndexOf('.'))
      return { issuer, subject: sub, audiences: aud, tokenId }
    },
  }
}

async function proveClaims(
  idToken: string,
  { issuer, keys, now }: { issuer: string; keys: IssuerKeys; now: Date },
): Promise<z.infer<typeof Claims>> {
  try {
    const { payload } = await jwtVerify(idToken, await keys.of(issuer), {
      algorithms,
      issuer,
      currentDate: now,
      clockTolerance: 60,
      maxTokenAge: '1h',
      requiredClaims: ['exp', 'sub', 'aud'],
    })
    return Claims.parse(payload)
  } catch (error) {
    if (isAppError(error)) throw error
    if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid)
      throw away(issuer, error.message, error)
    throw badIdentity(error)
  }
}

function readClaims(idToken: string): { iss: string } {
  try {
    return Claims.pick({ iss: true }).parse(decodeJwt(idToken))
  } catch (error) {
    throw badIdentity(error)
  }
}

function badIdentity(cause: unknown): UnauthenticatedError {
  const reason = cause instanceof errors.JOSEError ? cause.message : 'it is not an identity token'
  return new UnauthenticatedError('auth.bad-identity', `The identity token is not valid: ${reason}.`, {
    hint: 'Request a new one from the issuer, with the audience of the trusted publisher, and send it immediately.',
    cause,
  })
}
