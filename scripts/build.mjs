// Builds every package: bundles by esbuild (Node 20 strips no types), types of the two libraries by tsc, and the files
// that ship beside the programs. `--programs` builds the two programs alone.
import { execFileSync } from 'node:child_process'
import { cp, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

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
  logLevel: 'warning',
}

// Dependencies that were written for CommonJS look for `require` when they are bundled into a module.
const requireShim =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);"

/** A library keeps its dependencies outside; a program carries all of them, so that starting it reads few files. */
const libraries = process.argv.includes('--programs')
  ? []
  : [
      {
        folder: 'packages/core',
        entries: ['src/index.ts', 'src/help/index.ts', 'src/skill/index.ts', 'src/node/index.ts'],
      },
      { folder: 'packages/runtime', entries: ['src/index.ts'] },
    ]
const programs = [
  { folder: 'services/installer', resources: ['templates', 'catalog'], external: [] },
  // PGlite finds its WebAssembly beside its own files, so it stays a package.
  {
    folder: 'services/registry',
    resources: ['templates', 'catalog', 'migrations'],
    external: ['@electric-sql/pglite'],
  },
]

for (const { folder } of [...libraries, ...programs])
  await rm(at(folder, 'dist'), { recursive: true, force: true })

await Promise.all([
  ...libraries.map(({ folder, entries }) =>
    build({
      ...shared,
      packages: 'external',
      entryPoints: entries.map((entry) => at(folder, entry)),
      outbase: at(folder, 'src'),
      outdir: at(folder, 'dist'),
    }),
  ),
  ...programs.map(async ({ folder, resources, external }) => {
    await build({
      ...shared,
      external,
      minifySyntax: true,
      minifyWhitespace: true,
      entryPoints: [at(folder, 'src/main.ts')],
      outdir: at(folder, 'dist'),
      banner: { js: requireShim },
    })
    for (const name of resources) await cp(at(name), at(folder, 'dist', name), { recursive: true })
  }),
])

// The runtime's types name core's, so core comes first.
for (const { folder } of libraries) {
  const tsc = at('node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [tsc, '-p', at(folder, 'tsconfig.types.json')], {
    cwd: root,
    stdio: 'inherit',
  })
}
