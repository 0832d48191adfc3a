import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { JWTPayload } from 'jose'
import {
  createSignInProvider,
  type SignInProvider,
} from '../../services/registry/src/auth/sign-in/sign-in-provider.ts'
import type { SignInSettings } from '../../services/registry/src/auth/sign-in/sign-in-settings.ts'
import { type TestIssuer, testIssuer } from './oidc-issuer.ts'

export interface SignInIssuer extends TestIssuer {
  /** Who sits at the browser, as claims; `undefined` refuses the sign-in. */
  person: { sub: string; preferred_username?: string } | undefined
  /** Claims over those that are right. */
  claims: JWTPayload
  /** What was asked for at the authorization endpoint, in order. */
  asking: URLSearchParams[]
  /** Headers of the requests to the token endpoint. */
  redeeming: { headers: IncomingMessage['headers']; fields: URLSearchParams }[]
  /** Accepted when clients have one. */
  secret: string | undefined
}

const clientId = 'registry app'

/** An identity provider on loopback with the code flow and PKCE. A code is accepted once. */
export async function signInIssuer(now: Date): Promise<SignInIssuer> {
  const issuer: SignInIssuer = Object.assign(await testIssuer(now), {
    person: { sub: 'person-1', preferred_username: 'Ann' },
    claims: {},
    asking: [],
    redeeming: [],
    secret: undefined,
  })
  const { url } = issuer
  const codes = new Map<string, URLSearchParams>()
  let count = 0
  issuer.documents['/.well-known/openid-configuration'] = {
    issuer: url,
    jwks_uri: `${url}/jwks`,
    authorization_endpoint: `${url}/authorize?tenant=1`,
    token_endpoint: `${url}/token`,
  }
  issuer.actions['/authorize'] = (request, response) => {
    const { searchParams } = new URL(request.url ?? '', url)
    issuer.asking.push(searchParams)
    const back = new URL(searchParams.get('redirect_uri') ?? '')
    back.searchParams.set('state', searchParams.get('state') ?? '')
    back.searchParams.set('session_state', 'an unknown parameter')
    if (issuer.person === undefined) back.searchParams.set('error', 'access_denied')
    else {
      const code = `code-${++count}`
      codes.set(code, searchParams)
      back.searchParams.set('code', code)
    }
    response.writeHead(302, { location: back.href }).end()
  }
  issuer.actions['/token'] = async (request, response) => {
    const fields = new URLSearchParams(await text(request))
    issuer.redeeming.push({ headers: request.headers, fields })
    const asked = codes.get(fields.get('code') ?? '')
    codes.delete(fields.get('code') ?? '')
    const answer = (status: number, body: unknown): unknown =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (!isKnownClient(issuer, request.headers.authorization, fields))
      return answer(401, { error: 'invalid_client', error_description: 'unknown client' })
    if (asked === undefined || !isSameClient(asked, fields)) return answer(400, { error: 'invalid_grant' })
    const claims = { aud: clientId, nonce: asked.get('nonce') ?? '', ...issuer.person, ...issuer.claims }
    answer(200, { access_token: 'unused', token_type: 'Bearer', id_token: await issuer.identity(claims) })
  }
  return issuer
}

function isKnownClient(
  { secret }: SignInIssuer,
  header: string | undefined,
  fields: URLSearchParams,
): boolean {
  if (secret === undefined) return header === undefined && fields.get('client_id') === clientId
  const basic = `Basic ${Buffer.from(`registry+app:${encodeURIComponent(secret)}`).toString('base64')}`
  return header === basic || (fields.get('client_id') === clientId && fields.get('client_secret') === secret)
}

function isSameClient(asked: URLSearchParams, fields: URLSearchParams): boolean {
  const challenge = createHash('sha256')
    .update(fields.get('code_verifier') ?? '')
    .digest('base64url')
  return (
    asked.get('code_challenge') === challenge &&
    asked.get('code_challenge_method') === 'S256' &&
    asked.get('redirect_uri') === fields.get('redirect_uri') &&
    fields.get('grant_type') === 'authorization_code'
  )
}

/** The settings of a registry at this address, and the provider that they make. */
export function providerAt(issuer: string, change: Partial<SignInSettings> = {}): SignInProvider {
  const settings = {
    issuer,
    name: 'Example ID',
    clientId,
    scopes: 'openid profile',
    isOpen: true,
    redirectUri: 'http://localhost/sign-in/openid/callback',
    ...change,
  }
  return createSignInProvider(settings, { cooldownMs: 0 })
}
