import { UnauthenticatedError } from '@cli-apps/core'
import { decodeJwt } from 'jose'
import * as z from 'zod'
import { createIssuers, type IssuersOptions } from './issuers.ts'
import { badIdentity, proveIdToken } from './prove-id-token.ts'

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

export interface IdentityVerifierOptions extends IssuersOptions {
  issuers: readonly string[]
}

const hint =
  'Request a new one from the issuer, with the audience of the trusted publisher, and send it immediately.'

export function createIdentityVerifier({ issuers, ...options }: IdentityVerifierOptions): IdentityVerifier {
  const known = createIssuers(options)
  const issuerOf = (idToken: string): string => {
    const { iss } = readClaims(Claims.pick({ iss: true }), () => decodeJwt(idToken))
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
      const proven = await proveIdToken(idToken, { issuer, issuers: known, now, hint })
      const { sub, aud, jti } = readClaims(Claims, () => proven)
      // Without `jti`, use the signed part: the same token could carry different valid signatures.
      const tokenId = jti ?? idToken.slice(0, idToken.lastIndexOf('.'))
      return { issuer, subject: sub, audiences: aud, tokenId }
    },
  }
}

function readClaims<Schema extends z.ZodType>(schema: Schema, read: () => unknown): z.output<Schema> {
  try {
    return schema.parse(read())
  } catch (error) {
    throw badIdentity(error, hint)
  }
}
