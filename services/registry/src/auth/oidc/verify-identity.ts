import { isAppError, UnauthenticatedError } from '@cli-apps/core'
import { decodeJwt, errors, jwtVerify } from 'jose'
import * as z from 'zod'
import { away, createIssuerKeys, type IssuerKeys, type IssuerKeysOptions } from './issuer-keys.ts'

/** Signatures with a private key only: none at all, or one with a secret that we would have to share, proves nothing. */
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
  // No control characters: what no database takes, and no log shows.
  sub: z
    .string()
    .max(1000)
    .regex(/^\P{Cc}+$/u),
  aud: z.union([z.string().transform((text) => [text]), z.array(z.string())]),
  jti: z.string().min(1).max(1000).optional(),
})

/** Who an issuer says is at the other end. */
export interface Identity {
  issuer: string
  subject: string
  audiences: readonly string[]
  /** The same for no other identity token of the issuer. */
  tokenId: string
}

export interface IdentityVerifier {
  /** Issuers that are asked; no other ever is. */
  issuers: readonly string[]
  /** The issuer that an identity token names, unproven. Throws `UnauthenticatedError` for one that is not allowed. */
  issuerOf(idToken: string): string
  /** Throws `UnauthenticatedError` `auth.bad-identity` for what proves nothing, `UnavailableError` when the issuer is away. */
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
      // What is signed cannot be varied; the signature behind it could be.
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
