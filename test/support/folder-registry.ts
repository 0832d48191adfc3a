import { createHash } from 'node:crypto'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import {
  appDocument,
  indexDocument,
  indexEntry,
  latestVersion,
  parseManifest,
  registryPaths,
  versionDocumentText,
} from '@cli-apps/core'
import { manifestDigest, writeFileAtomic } from '@cli-apps/core/node'
import { pack } from 'tar-stream'
import { exampleManifestJson } from './example-manifest.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A registry as a folder of documents, of one version an app or of several. */
export async function folderRegistry(manifests: readonly Record<string, unknown>[]): Promise<string> {
  const folder = await temporaryFolder()
  await writeDocuments(folder, manifests)
  return folder
}

export async function writeDocuments(
  folder: string,
  manifests: readonly Record<string, unknown>[],
): Promise<void> {
  const versions = manifests.map((json) => {
    const manifest = parseManifest(json)
    return {
      json,
      manifest,
      digest: manifestDigest(json),
      published_at: null,
      yanked: null,
      deprecated: null,
    }
  })
  const write = (file: string, text: string): Promise<void> => writeFileAtomic(path.join(folder, file), text)
  const names = new Set(versions.map(({ manifest }) => manifest.name))
  const apps = [...names].map((name) => versions.filter(({ manifest }) => manifest.name === name))
  const latest = apps.map((all) => indexEntry(latestVersion(all)))
  await write(registryPaths.index(), JSON.stringify(indexDocument(latest)))
  for (const all of apps) {
    const document = appDocument(all, { owners: ['test'] })
    await write(registryPaths.app(document.name), JSON.stringify(document))
  }
  for (const version of versions) {
    const { name } = version.manifest
    await write(
      decodeURIComponent(registryPaths.version(name, version.manifest.version)),
      versionDocumentText(version.json, version),
    )
  }
}

/** A program with two commands and help in the manner of commander, as a shell script: small, and native to every POSIX. */
export const greetScript = `#!/bin/sh
case "$1" in
  --version) echo "greet 1.2.3" ;;
  hello) if [ "$2" = --help ]; then printf 'Usage: greet hello [options] <name>\\n\\nSay hello to somebody\\n\\nOptions:\\n  --loud      shout\\n  -h, --help  display help\\n'
    else echo "Hello, $2!"; fi ;;
  env) env ;;
  wait) sleep "$2" ;;
  *) printf 'Usage: greet [options] [command]\\n\\nGreets people\\n\\nOptions:\\n  --version       output the version\\n  -h, --help      display help\\n\\nCommands:\\n  hello <name>    Say hello to somebody\\n  env             Print the environment\\n' ;;
esac
`

/** A gzipped tar archive of files; those below bin/ are executable. */
export async function tarball(files: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const archive = pack()
  for (const [name, content] of Object.entries(files))
    archive.entry({ name, mode: name.startsWith('bin/') ? 0o755 : 0o644 }, content)
  archive.finalize()
  const chunks: Uint8Array[] = []
  for await (const chunk of archive) chunks.push(chunk as Uint8Array)
  return gzipSync(Buffer.concat(chunks))
}

/** Manifest of an app that is one download, the same for every platform of this test. */
export const binaryManifest = (
  bytes: Uint8Array,
  changes: Record<string, unknown> = {},
): Record<string, unknown> => {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const download = {
    url: 'https://downloads.test/greet.tar.gz',
    sha256,
    size: bytes.length,
    archive: 'tar.gz',
    path: 'bin/greet',
  }
  const platforms = Object.fromEntries(
    ['linux-x64', 'linux-arm64', 'linux-x64-musl', 'darwin-x64', 'darwin-arm64'].map((key) => [
      key,
      download,
    ]),
  )
  return exampleManifestJson({ install: [{ method: 'binary', platforms }], ...changes })
}
