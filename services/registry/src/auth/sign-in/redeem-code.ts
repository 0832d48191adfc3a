import { type AppError, toLine, UnauthenticatedError, UnavailableError } from '@cli-apps/core'
import * as z from 'zod'
import { askIssuer } from '../oidc/ask-issuer.ts'
import { type KnownIssuer, requireAddress } from '../oidc/issuers.ts'
import type { SignInSettings } from './sign-in-settings.ts'

const Tokens = z.object({ id_token: z.string().max(100_000) })
const Refusal = z.object({ error: z.string(), error_description: z.string().optional() })

interface RedeemedCode {
  code: string
  /** Of PKCE. */
  verifier: string
}

/**
 * Redeems the code of a sign-in at the token endpoint, and returns the identity token. Throws `UnauthenticatedError`
 * `sign-in.code` for a code that is not valid, `UnavailableError` `sign-in.client` or `oidc.issuer-away`.
 */
export async function redeemCode(
  settings: SignInSettings,
  { description }: KnownIssuer,
  { code, verifier }: RedeemedCode,
): Promise<string> {
  const { issuer, redirectUri } = settings
  const { headers, fields } = clientProof(settings, description.token_endpoint_auth_methods_supported)
  const { status, value } = await askIssuer(issuer, requireAddress(issuer, description.token_endpoint), {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: String(
      new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
        ...fields,
      }),
    ),
  })
  const tokens = status === 200 ? Tokens.safeParse(value) : undefined
  if (tokens?.success) return tokens.data.id_token
  throw refusalOf(settings, Refusal.safeParse(value).data)
}

/** Who asks: with a secret by HTTP Basic, which every issuer must take (RFC 6749, section 2.3.1), if it does not say otherwise. */
function clientProof(
  { clientId, clientSecret }: SignInSettings,
  methods: readonly string[] = ['client_secret_basic'],
): { headers: Record<string, string>; fields: Record<string, string> } {
  if (clientSecret === undefined) return { headers: {}, fields: { client_id: clientId } }
  if (!methods.includes('client_secret_basic') && methods.includes('client_secret_post'))
    return { headers: {}, fields: { client_id: clientId, client_secret: clientSecret } }
  const pair = `${formEncoded(clientId)}:${formEncoded(clientSecret)}`
  return { headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }, fields: {} }
}

const formEncoded = (text: string): string => String(new URLSearchParams({ '': text })).slice(1)

function refusalOf({ name, redirectUri }: SignInSettings, refusal?: z.infer<typeof Refusal>): AppError {
  if (refusal?.error === 'invalid_grant')
    return new UnauthenticatedError(
      'sign-in.code',
      `${name} did not accept the code of this sign-in: it was used before, or has expired.`,
      { hint: 'Start the sign-in again.' },
    )
  const reason = refusal === undefined ? 'no identity token' : toLine(refusal.error, 100)
  return new UnavailableError('sign-in.client', `${name} does not answer this registry: ${reason}.`, {
    hint: `The registry's operator compares the client id, the secret and the redirect address ${redirectUri} with those at ${name}.`,
    cause: refusal,
  })
}
