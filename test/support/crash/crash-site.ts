import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { exampleManifestJson } from '../example-manifest.ts'
import { binaryManifest, greetScript, tarball, writeDocuments } from '../folder-registry.ts'

/** A registry and the files that its apps are downloaded from, on loopback. */
export interface CrashSite {
  url: string
  /** Paths that were asked for, in order. */
  asked: string[]
  close: () => void
}

/** Without the command whose help is the environment, which differs from run to run. */
const greet = greetScript.replace('  env) env ;;\n', '').replace(/ {2}env .*?\\n/, '')

/** Names of apps that are one download each; `greet` is one of them, in two versions. */
export const binaryApps = ['greet', 'hail', 'hello', 'howdy']
const greeting = { name: 'GREETING', description: 'What to say', required: false, secret: true }
const manyApps = Array.from({ length: 30 }, (_one, index) => `app-${index + 1}`)

/**
 * Serves `greet` 1.2.3 and 2.0.0 and others as downloads, `pack` by npm and `sys` by apt out of `folder`. The documents go
 * through HTTP, so that the cache of answers is written too.
 */
export async function startCrashSite(folder: string): Promise<CrashSite> {
  const archive = await tarball({ 'bin/greet': greet })
  const second = await tarball({ 'bin/greet': greet.replace('1.2.3', '2.0.0') })
  await writeDocuments(folder, [
    ...[...binaryApps, ...manyApps].map((name) => binaryManifest(archive, { name })),
    secondVersion(second),
    binaryManifest(archive, { name: 'keyed', requires: { env: [greeting] } }),
    exampleManifestJson({
      name: 'pack',
      entry_point: 'pack',
      install: [{ method: 'npm', package: 'pack', version: '1.2.3' }],
      run: { version: { args: ['--version'], expect: 'pack 1.2.3' } },
    }),
    exampleManifestJson({ name: 'sys', install: [{ method: 'apt', package: 'greet' }] }),
  ])
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    const name = decodeURIComponent(request.url ?? '')
    asked.push(name)
    const archives: Record<string, Uint8Array> = {
      '/files/greet.tar.gz': archive,
      '/files/2/greet.tar.gz': second,
    }
    const body =
      archives[name] ?? (await readFile(path.join(folder, request.url ?? '')).catch(() => undefined))
    response.writeHead(body === undefined ? 404 : 200, { etag: `"${name}"` }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Version 2.0.0 of `greet`, downloaded from a place of its own. */
function secondVersion(archive: Uint8Array): Record<string, unknown> {
  const changes = { version: '2.0.0', run: { version: { args: ['--version'], expect: '2.0.0' } } }
  const text = JSON.stringify(binaryManifest(archive, changes))
  return JSON.parse(text.replaceAll('downloads.test/greet', 'downloads.test/2/greet')) as Record<
    string,
    unknown
  >
}
