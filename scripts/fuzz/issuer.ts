import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { Identity } from './fuzz-request.ts'

export interface Issuer {
  url: string
  /** Creates this many valid identity tokens, each accepted once. */
  identities(count: number): Promise<Identity[]>
  close(): void
}

/** An OpenID provider on loopback. */
export async function startIssuer(): Promise<Issuer> {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'fuzz', alg: 'ES256', use: 'sig' }]
  const server = createServer((request, response) => {
    const document = request.url === '/jwks' ? { keys } : { issuer: url, jwks_uri: `${url}/jwks` }
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(document))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const publisher = { issuer: url, audience: 'fuzz', subject: 'repo:acme/tool:ref:refs/heads/main' }
  const identity = async (id: string): Promise<Identity> => ({
    publisher,
    token: await new SignJWT({ jti: id, sub: publisher.subject })
      .setProtectedHeader({ alg: 'ES256', kid: 'fuzz' })
      .setIssuer(url)
      .setAudience(publisher.audience)
      .setIssuedAt()
      .setExpirationTime('50m')
      .sign(privateKey),
  })
  return {
    url,
    identities: (count) => Promise.all(Array.from({ length: count }, (_, index) => identity(`id-${index}`))),
    close: () => server.close(),
  }
}
