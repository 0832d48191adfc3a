import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exampleManifestJson } from '../example-manifest.ts'
import { binaryManifest, greetScript, tarball, writeDocuments } from '../folder-registry.ts'

/** A registry of apps in a folder, and an npm registry on loopback that their packages come from. */
export interface WalkSite {
  /** Folder of the documents. */
  registry: string
  /** The npm registry, without a slash at its end. */
  npm: string
  /** From where the archives come. */
  files: string
  close: () => void
}

export const walkVersions = ['1.0.0', '1.1.0', '2.0.0'] as const

const programs = ['pack', 'tool']
const libraries = ['left', 'right']
const filesEach = 12

/** Serves `pack` and `tool` by npm in three versions, each with dependencies of their own, and `greet` as a download. */
export async function startWalkSite(folder: string): Promise<WalkSite> {
  const served: Record<string, Uint8Array | string> = {}
  const server = createServer((request, response) => {
    const body = served[decodeURIComponent(request.url ?? '')]
    response.writeHead(body === undefined ? 404 : 200).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const name of [...programs, ...libraries]) await serve(name, url, served)
  const archive = await tarball({ 'bin/greet': greetScript })
  served['/files/greet.tar.gz'] = archive
  await writeDocuments(folder, [
    binaryManifest(archive),
    ...programs.flatMap((name) => walkVersions.map((version) => manifestOf(name, version))),
  ])
  return {
    registry: folder,
    npm: url,
    files: `${url}/files/`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const manifestOf = (name: string, version: string): Record<string, unknown> =>
  exampleManifestJson({
    name,
    version,
    entry_point: name,
    install: [{ method: 'npm', package: name, version }],
    run: { version: { args: ['--version'], expect: `${name} ${version}` } },
  })

/** Every version of a package; each file says of which version it is, so that none can pass for another's. */
async function serve(name: string, url: string, served: Record<string, Uint8Array | string>): Promise<void> {
  const versions: Record<string, unknown> = {}
  for (const version of walkVersions) {
    const json = {
      name,
      version,
      ...(programs.includes(name) && {
        bin: { [name]: 'cli.js' },
        dependencies: Object.fromEntries(libraries.map((library) => [library, version])),
      }),
    }
    const contents = Object.fromEntries(
      Array.from({ length: filesEach }, (_one, index) => [
        `package/lib/${index}.js`,
        `// ${name} ${version}\n`.repeat(200),
      ]),
    )
    const bytes = await tarball({
      ...contents,
      'package/package.json': JSON.stringify(json),
      'package/cli.js': `#!/usr/bin/env node\nconsole.log(process.argv[2] === '--version' ? '${name} ${version}' : 'Usage: ${name} [options]')\n`,
    })
    const place = `/${name}/-/${name}-${version}.tgz`
    served[place] = bytes
    const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
    versions[version] = { ...json, dist: { integrity, tarball: `${url}${place}` } }
  }
  served[`/${name}`] = JSON.stringify({ name, 'dist-tags': { latest: walkVersions.at(-1) }, versions })
}
