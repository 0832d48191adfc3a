// Builds every package: bundles by esbuild (Node 20 strips no types), types of the three libraries by tsc, and the files
// that ship beside the programs. `--programs` builds only the two programs.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { build } from 'esbuild'
import { buildProgram } from './build-program.mjs'
import { thirdPartyLicenses } from './third-party-licenses.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const at = (...parts) => path.join(root, ...parts)

const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  splitting: true,
  conditions: ['@cli-apps/source'],
  chunkNames: 'chunks/[name]-[hash]',
  legalComments: 'none',
  // Its other form calls require in a way that a bundle cannot follow.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  logLevel: 'warning',
}

/** Node cannot load the ES modules of this package, so that a library carries it too. */
const carriesJsonParser = {
  name: 'json-parser',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^jsonc-parser/ }, () => ({
      path: at('node_modules/jsonc-parser/lib/esm/main.js'),
    })),
}

/** A library keeps its dependencies outside; a program carries all of them, so that starting it reads few files. */
const libraries = process.argv.includes('--programs')
  ? []
  : [
      { folder: 'packages/help', entries: ['src/index.ts', 'src/command-tree.ts'] },
      {
        folder: 'packages/core',
        entries: [
          'index',
          'call-effect/index',
          'command-line/index',
          'command-tools/index',
          'injection/index',
          'publish-rules/index',
          'results/index',
          'skill/index',
          'skill/read-front-matter',
          'messages/index',
          'skill/shown-text',
          'node/index',
        ].map((entry) => `src/${entry}.ts`),
      },
      {
        folder: 'packages/runtime',
        entries: [
          'index',
          'ai/index',
          'openai/index',
          'anthropic/index',
          'mcp/index',
          'runner/index',
          'jobs/supervisor',
          'discovery/find-worker',
          'query/query-worker',
        ].map((entry) => `src/${entry}.ts`),
      },
    ]
/** Large or rarely loaded, and shares little with other files: bundled once, for all starts. */
const rare = /^(debian|for-skill|provenance|publisher)\/|^(messages\/chinese|ui\/help-text)\.ts$|\/socks\.ts$/
/** What most searches do not need: they look into the catalog that is shipped along. */
const network = /^binary\/|\/undici\.ts$/
/** Only these files, of those imported dynamically. */
const only =
  (...files) =>
  (file) =>
    files.includes(file)
/** These commands with what they load later, but no other command. */
const commands =
  (...names) =>
  (file) =>
    names.some((name) => file === `commands/${name}`) || !(file.startsWith('commands/') || rare.test(file))
const offline = (isInside) => (file) => isInside(file) && !network.test(file)
const programs = [
  {
    folder: 'services/installer',
    resources: ['templates'],
    // What the library for bills of materials could validate them with, and does not here.
    external: ['ajv', 'ajv-formats', 'ajv-formats-draft2019', 'libxmljs2', 'xmlbuilder2'],
    define: { sourcesDigest: JSON.stringify(await digestOfSources()) },
    starts: {
      'main.ts': only(),
      'starts/complete.ts': only(),
      'starts/other.ts': (file) => !rare.test(file),
      'starts/list.ts': only('commands/use/list.ts'),
      'starts/run.ts': only('commands/use/run.ts'),
      'starts/info.ts': offline(commands('use/info.ts')),
      'starts/search.ts': offline(commands('use/search.ts')),
      'starts/change.ts': commands(
        'change/install.ts',
        'change/update.ts',
        'change/ci.ts',
        'check/outdated.ts',
      ),
    },
    helpers: {
      'jobs/supervisor': at('packages/runtime/src/jobs/supervisor.ts'),
      'discovery/find-worker': at('packages/runtime/src/discovery/find-worker.ts'),
      'query/query-worker': at('packages/runtime/src/query/query-worker.ts'),
    },
  },
  // PGlite finds its WebAssembly beside its own files, so it stays a package.
  {
    folder: 'services/registry',
    resources: ['templates', 'migrations'],
    external: ['@electric-sql/pglite'],
    helpers: { 'work/work-thread': at('services/registry/src/work/work-thread.ts') },
    scripts: { 'browser/search': at('services/registry/src/export/browser/search.tsx') },
  },
]

for (const { folder } of [...libraries, ...programs])
  await rm(at(folder, 'dist'), { recursive: true, force: true })

// npm packs a license only from the package's own folder.
for (const { folder } of [...libraries, ...programs]) await cp(at('LICENSE'), at(folder, 'LICENSE'))

await Promise.all([
  ...libraries.map(async ({ folder, entries }) => {
    const { metafile } = await build({
      ...shared,
      metafile: true,
      packages: 'external',
      plugins: [carriesJsonParser],
      entryPoints: entries.map((entry) => at(folder, entry)),
      outbase: at(folder, 'src'),
      outdir: at(folder, 'dist'),
    })
    const licenses = await thirdPartyLicenses(root, [metafile])
    if (licenses !== '') await writeFile(at(folder, 'dist/THIRD-PARTY-LICENSES.txt'), licenses)
  }),
  ...programs.map((program) => buildProgram(shared, program)),
])

// Core makes the catalog's index. Core is TypeScript, so a separate program does this.
execFileSync(
  process.execPath,
  [
    ...['--conditions=@cli-apps/source', '--import', 'tsx', at('scripts/ship-catalog.ts')],
    at('services/installer/dist/catalog'),
    // The registry publishes them.
    ...['--command-trees', at('services/registry/dist/catalog')],
  ],
  { cwd: root, stdio: 'inherit' },
)

await cp(await makeCluster(), at('services/registry/dist/cluster.tar.br'))

// The runtime's types name core's, and these the command tree's: in this order.
for (const { folder } of libraries) {
  const tsc = at('node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [tsc, '-p', at(folder, 'tsconfig.types.json')], {
    cwd: root,
    stdio: 'inherit',
  })
}

/**
 * The files of a PGlite database with our tables and nothing in them, from which the registry's first start begins: making
 * them takes seconds. They fit the one version of PGlite that made them, hence its exact version in the registry's
 * package.json. Kept between builds.
 */
async function makeCluster() {
  const packageFile = at('node_modules/@electric-sql/pglite/package.json')
  const { version } = JSON.parse(await readFile(packageFile, 'utf8'))
  const cache = at('node_modules/.cache/cli-apps')
  const file = path.join(cache, `cluster-${version}-${await digestOfMigrations()}.tar.br`)
  const isMade = await access(file).then(
    () => true,
    () => false,
  )
  if (isMade) return file
  const [{ PGlite }, { drizzle }, { migrate }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('drizzle-orm/pglite'),
    import('drizzle-orm/pglite/migrator'),
  ])
  const client = await PGlite.create()
  await migrate(drizzle(client), { migrationsFolder: at('migrations') })
  const tar = new Uint8Array(await (await client.dumpDataDir('none')).arrayBuffer())
  await client.close()
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 }
  await mkdir(cache, { recursive: true })
  // Builds at the same time write files of their own, and none reads half a file.
  const draft = `${file}.${process.pid}`
  await writeFile(draft, brotliCompressSync(tar, { params }))
  await rename(draft, file)
  return file
}

/** Of all files that decide what the installer does, so that it knows what the same build made. */
async function digestOfSources() {
  const hash = createHash('sha256').update(await readFile(at('package-lock.json')))
  for (const folder of ['packages', 'services/installer', 'templates', 'scripts'])
    for (const file of (await readdir(at(folder), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile() && !/\/(node_modules|dist)(\/|$)/.test(`${entry.parentPath}/`))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
      .sort())
      hash.update(`${file}\n`).update(await readFile(at(file)))
  return `sha256:${hash.digest('hex')}`
}

async function digestOfMigrations() {
  const hash = createHash('sha256')
  for (const name of (await readdir(at('migrations'))).filter((file) => file.endsWith('.sql')).sort())
    hash.update(name).update(await readFile(at('migrations', name)))
  return hash.digest('hex').slice(0, 16)
}
