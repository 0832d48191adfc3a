import type { RequestListener } from 'node:http'
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import { loopbackServer } from './file-server.ts'

export type Algorithm = 'RS256' | 'ES256' | 'EdDSA'

export interface TestIssuer {
  url: string
  /** Paths that were asked for. */
  asked: string[]
  /** What its addresses answer; a test may change it. */
  documents: Record<string, unknown>
  /** Addresses that do more than answer a document, by path. */
  actions: Record<string, RequestListener>
  /** Public keys, as served. */
  keys: JWK[]
  /** Begins to sign with a new key; the old one is served no more. */
  rotate(alg?: Algorithm): Promise<void>
  /** An identity token with the claims given, over those that are usual; undefined leaves one out. */
  identity(claims?: JWTPayload, options?: { now?: Date; kid?: string }): Promise<string>
}

export const subject = 'repo:acme/tool:ref:refs/heads/main'
export const audience = 'https://registry.example.org'

/** An OpenID provider on loopback that lives as long as the test. */
export async function testIssuer(now: Date, alg: Algorithm = 'RS256'): Promise<TestIssuer> {
  const asked: string[] = []
  const documents: Record<string, unknown> = {}
  const actions: TestIssuer['actions'] = {}
  const url = await loopbackServer((request, response) => {
    asked.push(request.url ?? '')
    const action = actions[request.url?.split('?')[0] ?? '']
    if (action !== undefined) return action(request, response)
    const value = documents[request.url ?? '']
    response.writeHead(value === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(typeof value === 'string' ? value : JSON.stringify(value))
  })
  let count = 0
  let signing: {
    privateKey: Awaited<ReturnType<typeof generateKeyPair>>['privateKey']
    kid: string
    alg: Algorithm
  }
  const issuer: TestIssuer = {
    url,
    asked,
    documents,
    actions,
    keys: [],
    rotate: async (next = alg) => {
      const { privateKey, publicKey } = await generateKeyPair(next)
      signing = { privateKey, kid: `key-${++count}`, alg: next }
      issuer.keys = [{ ...(await exportJWK(publicKey)), kid: signing.kid, alg: next, use: 'sig' }]
      documents['/jwks'] = { keys: issuer.keys }
    },
    identity: async (claims = {}, options = {}) => {
      const seconds = Math.floor((options.now ?? now).getTime() / 1000)
      const payload = {
        iss: url,
        sub: subject,
        aud: audience,
        iat: seconds,
        nbf: seconds,
        exp: seconds + 300,
        jti: `id-${++count}`,
        ...claims,
      }
      return new SignJWT(payload)
        .setProtectedHeader({ alg: signing.alg, kid: options.kid ?? signing.kid })
        .sign(signing.privateKey)
    },
  }
  documents['/.well-known/openid-configuration'] = { issuer: url, jwks_uri: `${url}/jwks` }
  await issuer.rotate()
  return issuer
}
