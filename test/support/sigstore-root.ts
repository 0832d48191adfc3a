import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { bundleToJSON } from '@sigstore/bundle'
import { fulcioHandler, initializeCA, initializeCTLog, initializeTLog, rekorHandler } from '@sigstore/mock'
import { HashAlgorithm, PublicKeyDetails, TrustedRoot } from '@sigstore/protobuf-specs'
import { DSSEBundleBuilder, FulcioSigner, RekorWitness } from '@sigstore/sign'
import { loopbackServer } from './file-server.ts'

/** A Sigstore of the test's own: a certificate authority and transparency logs on loopback, and the root that trusts them. */
export interface SigstoreRoot {
  trustedRoot: TrustedRoot
  /** Signs an in-toto statement as this workflow; the bundle as JSON. */
  attest(statement: object, workflow: string): Promise<unknown>
}

const base64 = (bytes: ArrayBufferView): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')

const keyPair = (): { publicKey: KeyObject; privateKey: KeyObject } =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' })

export async function sigstoreRoot(): Promise<SigstoreRoot> {
  const keys = keyPair()
  // Everything is trusted from before it was made, for clocks of certificates count whole seconds.
  const start = new Date(Date.now() - 60_000)
  const ctlog = await initializeCTLog(keyPair())
  const ca = await initializeCA(keys, ctlog)
  const tlog = await initializeTLog('https://rekor.test', keyPair())
  const handlers = [fulcioHandler(ca), rekorHandler(tlog)]
  const url = await loopbackServer(async (request, response) => {
    const handler = handlers.find(({ path }) => path === request.url)
    if (handler === undefined) return response.writeHead(404).end()
    const answer = await handler.fn(await text(request))
    response.writeHead(answer.statusCode, { 'content-type': answer.contentType ?? 'text/plain' })
    return response.end(answer.response)
  })
  const log = (baseUrl: string, key: Buffer): object => ({
    baseUrl,
    hashAlgorithm: HashAlgorithm[HashAlgorithm.SHA2_256],
    publicKey: {
      rawBytes: base64(key),
      keyDetails: PublicKeyDetails[PublicKeyDetails.PKIX_ECDSA_P256_SHA_256],
      validFor: { start },
    },
    logId: { keyId: createHash('sha256').update(key).digest('base64') },
  })
  const trustedRoot = TrustedRoot.fromJSON({
    mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
    tlogs: [log('https://rekor.test', tlog.publicKey)],
    ctlogs: [log('https://ctlog.test', ctlog.publicKey)],
    certificateAuthorities: [
      {
        uri: url,
        certChain: { certificates: [{ rawBytes: base64(ca.rootCertificate) }] },
        validFor: { start },
      },
    ],
    timestampAuthorities: [],
  })
  return {
    trustedRoot,
    async attest(statement, workflow) {
      const identityProvider = { getToken: async () => unsignedToken(workflow) }
      const builder = new DSSEBundleBuilder({
        signer: new FulcioSigner({ fulcioBaseURL: url, identityProvider }),
        witnesses: [new RekorWitness({ rekorBaseURL: url, entryType: 'intoto' })],
      })
      const data = Buffer.from(JSON.stringify(statement))
      return bundleToJSON(await builder.create({ data, type: 'application/vnd.in-toto+json' }))
    },
  }
}

/** A token of the form that CI systems hand out; the test's authority believes what it says. */
function unsignedToken(workflow: string): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none' })}.${part({ sub: workflow, iss: 'https://issuer.test' })}.`
}
