import { once } from 'node:events'
import { createServer } from 'node:net'
import { parseSigningKey } from '@cli-apps/core/node'
import { onTestFinished } from 'vitest'
import { readRegistryConfig } from '../../../../services/registry/src/config.ts'
import { claimDataFolder } from '../../../../services/registry/src/db/embedded/data-folder.ts'
import { startServer } from '../../../../services/registry/src/http/start-server.ts'
import { createOperator } from '../../../../services/registry/src/operator/operator.ts'
import { createOperatorApp } from '../../../../services/registry/src/operator/operator-app.ts'
import { openOperatorSocket } from '../../../../services/registry/src/operator/operator-socket.ts'
import type { OperatorContext } from '../../../../services/registry/src/operator/verb.ts'
import { adoptKey } from '../../../../services/registry/src/signing/adopt-key.ts'
import { createTestRegistry, openEmbeddedDatabase, type TestRegistry } from '../../test-registry.ts'
import { buildSmallCatalog, type SmallCatalog } from './small-apps.ts'

/** The registry's private key, the same in every run. */
export const docsKeyText = Buffer.alloc(32, 'docs').toString('base64url')

/** A registry with the apps of the documents, on loopback. */
export interface DocsRegistry {
  url: string
  catalog: SmallCatalog
  /** Publishes the apps again, except that one, if something may be different. */
  refresh(without?: string): Promise<void>
  /** Publishes one more version. */
  publish(manifest: Record<string, unknown>, token: string): Promise<Response>
  /** Lets `cli-apps-registry` with this data folder find the registry as one that runs. */
  operate(dataFolder: string): Promise<void>
  queries: TestRegistry['database']['queries']
  token(user: string, ...scopes: string[]): Promise<string>
  close(): Promise<void>
}

const signer = parseSigningKey(docsKeyText, 'the key of the documents')
const issuers = ['https://token.actions.githubusercontent.com', 'https://gitlab.com']

export async function startDocsRegistry(): Promise<DocsRegistry> {
  const registry = await createTestRegistry(openEmbeddedDatabase, { signer, issuers })
  // Clients refuse what was published in the future, and warn of what is new.
  registry.clock.now = new Date()
  const catalog = await buildSmallCatalog(await freePort())
  let state: string | undefined = 'empty'
  const fetch: typeof registry.app.fetch = (request, ...rest) => {
    if (request.method !== 'GET') state = 'changed'
    return registry.app.fetch(request, ...rest)
  }
  const server = await startServer({ fetch }, { host: '127.0.0.1', port: 0 })
  return {
    url: server.url,
    catalog,
    queries: registry.database.queries,
    publish: registry.publish,
    async refresh(without) {
      if (state === without) return
      await registry.reset()
      await adoptKey(registry.database.queries, signer, registry.clock.now)
      const token = await registry.token('ann', 'publish:*')
      const operator = createOperator(contextOf(registry))
      await operator.createUser({ user: 'bob' })
      await operator.createOrganization({ organization: 'acme' })
      for (const manifest of catalog.manifests) {
        if (manifest.name === without) continue
        const answer = await registry.publish(manifest, token)
        if (answer.status !== 201) throw new Error(`${manifest.name}: ${await answer.text()}`)
      }
      registry.deps.changed()
      state = without
    },
    token: registry.token,
    async operate(dataFolder) {
      state = 'changed'
      const lock = await claimDataFolder(dataFolder)
      const socket = await openOperatorSocket(
        createOperatorApp(contextOf(registry), registry.deps),
        dataFolder,
      )
      await lock.annotate(socket.address)
      onTestFinished(async () => {
        await socket.close()
        await lock.release()
      })
    },
    async close() {
      await server.drain(0)
      await registry.close()
    },
  }
}

const contextOf = ({ database, deps, clock }: TestRegistry): OperatorContext => ({
  ...{ database, changed: deps.changed, now: () => clock.now },
  signer: async () => ({ ...signer, validUntil: null }),
  config: readRegistryConfig({}, {}),
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}
