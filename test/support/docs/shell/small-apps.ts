import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { CommandNode } from '@cli-apps/core'
import { exampleManifestJson } from '../../example-manifest.ts'
import { fileServer } from '../../file-server.ts'
import { binaryManifest, tarball } from '../../folder-registry.ts'
import { npmRegistry, type ServedPackage } from '../../npm-registry.ts'
import { root } from '../code-blocks.ts'

/** An app of the documents: the catalog's entry of that name if there is one, with a small script as its program. */
interface SmallApp {
  versions: readonly string[]
  /** What the script does, besides `--version` and `--help`. */
  does?: string
  /** Name of its package at npm, by which it is installed too. */
  npm?: string
}

const printsFile = 'for last; do :; done; [ -f "$last" ] && exec cat "$last"; exec cat'
const server = `require("node:http").createServer((_, response) => response.end()).listen(Number(process.argv[1]), "127.0.0.1", () => console.log("It is ready"))`

export const smallApps: Readonly<Record<string, SmallApp>> = {
  jq: { versions: ['1.8.2'], does: printsFile },
  prettier: { versions: ['3.6.2', '3.6.3', '3.7.0', '4.0.0-beta.1'] },
  ripgrep: { versions: ['15.1.0'], does: 'exec grep -- "$1"' },
  gron: { versions: ['0.7.1'], does: printsFile },
  miller: { versions: ['6.16.0'], does: 'exec cat' },
  pandoc: { versions: ['3.8.3'], does: 'exec cp "$1" "$3"' },
  github: { versions: ['2.90.0'] },
  git: { versions: ['2.52.0'] },
  psql: { versions: ['18.1.0'] },
  svgo: { versions: ['4.0.0'] },
  'http-server': { versions: ['14.1.1'], does: `exec '${process.execPath}' -e '${server}' "$4"` },
  esbuild: { versions: ['0.27.0'], npm: 'esbuild' },
  'my-app': { versions: ['1.0.0', '2.0.0-beta.1'], npm: '@acme/my-app' },
  'new-app': { versions: ['1.0.0'] },
  'old-tool': { versions: ['1.0.0'] },
  'new-tool': { versions: ['1.0.0'] },
}

/** What the catalog, or else an example, says of an app; not how the real program is installed, called and read. */
function catalogEntry(name: string): Record<string, unknown> {
  const file = path.join(root, `catalog/${name}.json`)
  const texts = { name, display_name: name, entry_point: name, summary: `Do what ${name} does` }
  const description = `Does what ${name} does. Use it in examples.`
  const entry: Record<string, unknown> = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : exampleManifestJson({ ...texts, description, run: { version: { args: ['--version'], expect: name } } })
  for (const key of ['install', 'commands', 'commands_read_from', 'recipes', 'program_version'])
    delete entry[key]
  // These are shown by recipes of the real program.
  const { fixes: _, gotchas: __, ...skill } = Object(entry.skill)
  return { ...entry, skill }
}

/** A help with the options that the catalog knows of the program. */
function helpOf(name: string, program: string): string {
  const file = path.join(root, `catalog/trees/${name}/${program}.json`)
  const { usage = [`${program} [options] [file...]`], options = [] } = existsSync(file)
    ? CommandNode.parse(JSON.parse(readFileSync(file, 'utf8')))
    : {}
  const rows = options.map(({ short = [], long = [], value, repeatable, description = '' }) => {
    const named = [...short, ...long].join(', ')
    return `  ${named}${value ? ` <${value.name}${repeatable ? '...' : ''}>` : ''}  ${description}`
  })
  return [
    `Usage: ${usage[0]}`,
    '',
    `Do what ${name} does`,
    '',
    'Options:',
    ...rows,
    '  -h, --help  Show help',
    '',
  ].join('\n')
}

function scriptOf(name: string, version: string, program: string, expected = program): string {
  return `#!/bin/sh
case "$1" in
  --version) echo '${expected} ${version}'; exit ;;
  --help) cat <<'END'
${helpOf(name, program)}
END
  exit ;;
esac
${smallApps[name]?.does ?? ':'}
`
}

interface Build {
  manifest: Record<string, unknown>
  archive: Uint8Array
  /** The same program at npm. */
  packages: ServedPackage[]
}

async function build(name: string, version: string, port: number): Promise<Build> {
  const { npm } = smallApps[name] ?? {}
  // The catalog's port of a service may be in use here.
  const entry = JSON.parse(JSON.stringify(catalogEntry(name)).replaceAll('8080', String(port)))
  const program = String(entry.entry_point)
  const { expect: expected } = Object(Object(entry.run).version) as { expect?: string }
  const script = scriptOf(name, version, program, expected)
  const archive = await tarball({ [`bin/${program}`]: script })
  const { install: downloads, ...manifest } = binaryManifest(archive, { ...entry, version })
  // The example of an app with an install script is one that npm alone has.
  const install = [
    ...(npm === name ? [] : (downloads as unknown[])),
    ...(npm === undefined ? [] : [{ method: 'npm', package: npm, version }]),
  ]
  const text = JSON.stringify({ ...manifest, install })
    .replaceAll('/greet.tar.gz', `/${name}-${version}.tar.gz`)
    .replaceAll('"bin/greet"', `"bin/${program}"`)
  const json = { bin: { [program]: 'program.sh' }, scripts: { postinstall: 'true' } }
  const packages = npm === undefined ? [] : [{ name: npm, version, json, files: { 'program.sh': script } }]
  return { manifest: JSON.parse(text), archive, packages }
}

export interface SmallCatalog {
  manifests: readonly Record<string, unknown>[]
  /** Downloads by path. */
  archives: Readonly<Record<string, Uint8Array>>
  packages: readonly ServedPackage[]
}

/** All of these apps in all of their versions; a service listens on that port. */
export async function buildSmallCatalog(port: number): Promise<SmallCatalog> {
  const archives: Record<string, Uint8Array> = {}
  const manifests: Record<string, unknown>[] = []
  const served: ServedPackage[] = []
  for (const [name, { versions }] of Object.entries(smallApps))
    for (const version of versions) {
      const { manifest, archive, packages } = await build(name, version, port)
      manifests.push(manifest)
      served.push(...packages)
      archives[`/${name}-${version}.tar.gz`] = archive
    }
  return { manifests, archives, packages: served }
}

/** Variables with which the programs find the downloads and packages on loopback. */
export async function sourcesOf({ archives, packages }: SmallCatalog): Promise<Record<string, string>> {
  const [files, npm] = await Promise.all([fileServer(archives), npmRegistry(packages)])
  return {
    npm_config_registry: npm.url,
    CLI_APPS_MIRRORS: [
      `https://downloads.test/=${files.url}/`,
      `https://registry.npmjs.org/=${npm.url}/`,
    ].join(' '),
  }
}
