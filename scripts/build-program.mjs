import { cp, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'esbuild'
import { bundleBom } from './bundle-bom.mjs'
import { compileTemplates } from './compile-templates.mjs'
import { importSourceFiles } from './import-source-files.mjs'
import { loadTogether, startApart } from './start-apart.mjs'
import { thirdPartyLicenses } from './third-party-licenses.mjs'

// Dependencies that were written for CommonJS look for `require` when they are bundled into a module.
const requireShim =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);"

/**
 * Bundles a program with all its dependencies except `external`, and copies the files that it ships next to it. `starts` has
 * the entries with bundles of their own, which load little: `isInside` chooses the source files, of those imported
 * dynamically, that each bundles too, and `together` names those that are loaded as one. `helpers` are programs that it starts, by their paths next to it.
 */
export async function buildProgram(
  shared,
  { folder, resources, external, starts, define = {}, helpers = {} },
) {
  const root = shared.absWorkingDir
  const source = path.join(root, folder, 'src')
  const dist = path.join(root, folder, 'dist')
  const options = {
    ...shared,
    external,
    define,
    metafile: true,
    minifySyntax: true,
    minifyWhitespace: true,
    // npx downloads a program with starts; the traces of a server stay readable.
    minifyIdentifiers: starts !== undefined,
    outbase: source,
    outdir: dist,
    banner: { js: requireShim },
  }
  const sourceImports = importSourceFiles({
    ...(await entryPointsOf('packages/help', root)),
    ...(await entryPointsOf('packages/core', root)),
    ...(await entryPointsOf('packages/runtime', root)),
  })
  const rest = new Set()
  /** Its own graph, so that it loads no code that only another one needs. */
  const buildStart = ([entry, { isInside, together }]) =>
    build({
      ...options,
      // Beside main.js, from where the paths of what is built by itself count.
      chunkNames: '[name]-[hash]',
      entryPoints: [path.join(source, entry)],
      plugins: [
        startApart({
          folder: source,
          isInside,
          alone: Object.keys(starts),
          onRest: (file) => rest.add(file),
        }),
        ...(together ? [loadTogether({ folder: source, base: together })] : []),
        sourceImports,
      ],
    })
  const started = starts
    ? await Promise.all(Object.entries(starts).map(buildStart))
    : [await build({ ...options, entryPoints: [path.join(source, 'main.ts')], plugins: [sourceImports] })]
  const commands =
    rest.size > 0 && (await build({ ...options, entryPoints: [...rest], plugins: [sourceImports] }))
  const helping =
    Object.keys(helpers).length > 0 &&
    (await build({ ...options, entryPoints: helpers, plugins: [sourceImports] }))
  const metafiles = [...started, commands, helping].flatMap((built) => built?.metafile ?? [])
  await writeFile(path.join(dist, 'THIRD-PARTY-LICENSES.txt'), await thirdPartyLicenses(root, metafiles))
  await writeFile(path.join(dist, 'sbom.cdx.json'), await bundleBom(root, folder, metafiles))
  for (const name of resources) await cp(path.join(root, name), path.join(dist, name), { recursive: true })
  if (resources.includes('templates'))
    await compileTemplates(
      path.join(dist, 'templates'),
      path.join(root, 'packages/core/src/skill/templates/template-options.json'),
    )
}

/** A package's entry points by the specifier that imports them, with the source file of each. */
async function entryPointsOf(folder, root) {
  const { name, exports } = JSON.parse(await readFile(path.join(root, folder, 'package.json'), 'utf8'))
  return Object.fromEntries(
    Object.entries(exports)
      .filter(([, target]) => typeof target === 'object')
      .map(([entry, target]) => [
        path.posix.join(name, entry),
        path.join(root, folder, target['@cli-apps/source']),
      ]),
  )
}
