import { parseJson, UnavailableError } from '@cli-apps/core'
import { fetchText } from '@cli-apps/core/node'
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose'
import * as z from 'zod'

const answerLimits = { timeoutMs: 5000, maxBytes: 512 * 1024, redirects: 0 }
/** How long an issuer's discovery document is cached. */
const discoveryMs = 3_600_000

/** The fields we need of a discovery document (OpenID Connect Discovery 1.0, section 3). */
const Discovery = z.object({ issuer: z.string(), jwks_uri: z.url().max(2000) })

/** Finds and caches the signing keys of issuers. */
export interface IssuerKeys {
  /** Throws `UnavailableError` `oidc.issuer-away`. */
  of(issuer: string): Promise<JWTVerifyGetKey>
}

export interface IssuerKeysOptions {
  /** Minimum milliseconds between reloads because of an unknown key. */
  cooldownMs?: number
}

/** The caller must pass only issuers that the operator allows. */
export function createIssuerKeys({ cooldownMs = 30_000 }: IssuerKeysOptions = {}): IssuerKeys {
  const known = new Map<string, { keys: Promise<JWTVerifyGetKey>; until: number }>()
  return {
    of: (issuer) => {
      const found = known.get(issuer)
      if (found !== undefined && found.until > performance.now()) return found.keys
      const keys = discover(issuer, cooldownMs)
      known.set(issuer, { keys, until: performance.now() + discoveryMs })
      // Do not cache a failure.
      keys.catch(() => known.delete(issuer))
      return keys
    },
  }
}

async function discover(issuer: string, cooldownDuration: number): Promise<JWTVerifyGetKey> {
  const { jwks_uri } = await describe(issuer)
  const keys = createRemoteJWKSet(new URL(jwks_uri), {
    cooldownDuration,
    [customFetch]: async (url, { signal }) => Response.json(await askForJson(issuer, url, signal)),
  })
  // Fails now for a JWKS address that does not work, instead of caching it for an hour.
  await keys.reload()
  return keys
}

async function describe(issuer: string): Promise<z.infer<typeof Discovery>> {
  const value = await askForJson(issuer, `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  const parsed = Discovery.safeParse(value)
  if (!parsed.success) throw away(issuer, 'its configuration document is not valid')
  if (parsed.data.issuer !== issuer)
    throw away(issuer, `its configuration names the issuer ${parsed.data.issuer.slice(0, 200)}`)
  // A remote issuer must not point us at a service on this machine.
  if (new URL(parsed.data.jwks_uri).protocol !== new URL(issuer).protocol)
    throw away(issuer, 'its keys have an address with another protocol')
  return parsed.data
}

async function askForJson(issuer: string, url: string, signal?: AbortSignal): Promise<unknown> {
  try {
    const { status, text } = await fetchText(url, {
      ...answerLimits,
      signal,
      headers: { accept: 'application/json' },
    })
    if (status === 200) return parseJson(text, `The response of ${url}`)
  } catch (cause) {
    throw away(issuer, `${url} returned no JSON`, cause)
  }
  throw away(issuer, `${url} did not return 200`)
}

export const away = (issuer: string, reason: string, cause?: unknown): UnavailableError =>
  new UnavailableError('oidc.issuer-away', `The keys of ${issuer} are not available: ${reason}.`, {
    hint: 'Try again in a few minutes.',
    cause,
  })
