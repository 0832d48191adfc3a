/*
 * Measures the installer and compares the results with their targets: `npm run bench:installer`, or one part of it by name, as in
 * `npm run bench:installer -- start-up`. Installs come from the npm registry. Build first.
 */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { writeDocuments } from '../test/support/folder-registry.ts'
import { openFolders } from './installer-bench/bench.ts'
import { measureInstalls, type NpmApp } from './installer-bench/install-cost.ts'
import { publishTrees } from './installer-bench/published-registry.ts'
import { measureRestore } from './installer-bench/restore.ts'
import { measureStartUp } from './installer-bench/start-up.ts'
import { measureUnchanged } from './installer-bench/unchanged.ts'
import { requestedParts } from './requested-parts.ts'

const restored = [
  ...['json5', 'svgo', 'prettier', 'zx', 'write-good'],
  ...['bibtex-tidy', 'esbuild', 'typescript', 'markdownlint', 'ajv'],
]

/** An app with more than thirty subcommands; those in the catalog are too large to install here. */
const pnpm = {
  manifest: 1,
  name: 'pnpm',
  version: '10.20.0',
  display_name: 'pnpm',
  summary: 'Package manager for JavaScript',
  description: 'Installs packages of JavaScript projects from one store. Use it to manage dependencies.',
  category: 'dev',
  entry_point: 'pnpm',
  install: [{ method: 'npm', package: 'pnpm', version: '10.20.0' }],
  run: { help: ['help', '--all'], version: { args: ['--version'], expect: '10.20.0' } },
}

const apps: NpmApp[] = [
  { name: 'prettier', spec: 'prettier@3.10.1', note: 'no subcommands' },
  { name: 'cspell', spec: 'cspell@9.8.0', note: 'over a hundred packages' },
  { name: 'pnpm', spec: 'pnpm@10.20.0', note: 'over 30 subcommands' },
]

await using folders = await openFolders()
const registry = await folders.fresh()
const manifests = await Promise.all(
  [...new Set([...restored, 'prettier', 'cspell'])].map(async (name) =>
    JSON.parse(await readFile(fileURLToPath(new URL(`../catalog/${name}.json`, import.meta.url)), 'utf8')),
  ),
)
await writeDocuments(registry, [...manifests, pnpm])

/** With the trees of the measured apps; made only if installs are measured. */
const published = async (): Promise<string> =>
  publishTrees(
    [...manifests, pnpm].filter((one) => apps.some(({ name }) => name === one.name)),
    {
      registry,
      folders,
      cache: await folders.fresh(),
    },
  )

const parts = {
  'start-up': () => measureStartUp(folders),
  unchanged: () => measureUnchanged(folders),
  install: async () => measureInstalls(apps, { registry, published: await published(), folders }),
  ci: () => measureRestore(restored, { registry, folders }),
}
type Part = keyof typeof parts
const figures = []
for (const name of requestedParts(Object.keys(parts))) figures.push(...(await parts[name as Part]()))
console.table(
  figures.map(({ what, measured, target, isMet }) => ({
    what,
    measured,
    target,
    met: isMet ? 'yes' : 'no',
  })),
)
