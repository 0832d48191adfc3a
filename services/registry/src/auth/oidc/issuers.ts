import { isLoopback } from '@cli-apps/core/node'
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose'
import * as z from 'zod'
import { away, fetchFromIssuer } from './ask-issuer.ts'

/** How long an issuer's discovery document is cached. */
const discoveryMs = 3_600_000

/** The fields we need of a discovery document (OpenID Connect Discovery 1.0, section 3). */
const Discovery = z.object({
  issuer: z.string(),
  jwks_uri: z.string(),
  /** Checked when people sign in: issuers of identities for CI jobs have none, or a placeholder. */
  authorization_endpoint: z.string().optional(),
  token_endpoint: z.string().optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
})
type Discovery = z.infer<typeof Discovery>

export interface KnownIssuer {
  description: Discovery
  keys: JWTVerifyGetKey
}

/** Finds and caches the descriptions and signing keys of issuers. */
export interface Issuers {
  /** Throws `UnavailableError` `oidc.issuer-away`. */
  of(issuer: string): Promise<KnownIssuer>
}

export interface IssuersOptions {
  /** Minimum milliseconds between reloads because of an unknown key. */
  cooldownMs?: number
}

/** The caller must pass only issuers that the operator allows. */
export function createIssuers({ cooldownMs = 30_000 }: IssuersOptions = {}): Issuers {
  const known = new Map<string, { found: Promise<KnownIssuer>; until: number }>()
  return {
    of: (issuer) => {
      const cached = known.get(issuer)
      if (cached !== undefined && cached.until > performance.now()) return cached.found
      const found = discover(issuer, cooldownMs)
      known.set(issuer, { found, until: performance.now() + discoveryMs })
      // Do not cache a failure.
      found.catch(() => known.delete(issuer))
      return found
    },
  }
}

async function discover(issuer: string, cooldownDuration: number): Promise<KnownIssuer> {
  const description = await describe(issuer)
  const keys = createRemoteJWKSet(new URL(description.jwks_uri), {
    cooldownDuration,
    [customFetch]: async (url, { signal }) => Response.json(await fetchFromIssuer(issuer, url, signal)),
  })
  // Fails now for a JWKS address that does not work, instead of caching it for an hour.
  await keys.reload()
  return { description, keys }
}

async function describe(issuer: string): Promise<Discovery> {
  const value = await fetchFromIssuer(issuer, `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  const parsed = Discovery.safeParse(value)
  if (!parsed.success) throw away(issuer, 'its configuration document is not valid')
  const { issuer: named, jwks_uri } = parsed.data
  if (named !== issuer) throw away(issuer, `its configuration names the issuer ${named.slice(0, 200)}`)
  requireAddress(issuer, jwks_uri)
  return parsed.data
}

/**
 * Returns an address from the configuration of an issuer. A remote issuer must not point us at a service on this
 * machine, nor one on this machine at others without TLS. Throws `UnavailableError` `oidc.issuer-away`.
 */
export function requireAddress(issuer: string, address: string | undefined): string {
  if (address === undefined) throw away(issuer, 'its configuration lacks an address')
  const url = address.length <= 2000 && URL.canParse(address) ? new URL(address) : undefined
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  if (url === undefined || !isSafe || url.protocol !== new URL(issuer).protocol || url.username !== '')
    throw away(issuer, `its configuration names the address ${address.slice(0, 200)}`)
  return address
}
