import { cp, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'esbuild'
import { bundleBom } from './bundle-bom.mjs'
import { compileTemplates } from './compile-templates.mjs'
import { importSourceFiles } from './import-source-files.mjs'
import { startApart } from './start-apart.mjs'
import { thirdPartyLicenses } from './third-party-licenses.mjs'

// Dependencies that were written for CommonJS look for `require` when they are bundled into a module.
const requireShim =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);"

/** What a bundle in the form of CommonJS has in place of `import.meta.url`. */
const urlShim = "'use strict'; const __url = require('node:url').pathToFileURL(__filename).href;"

/**
 * Bundles a program with all its dependencies except `external`, and copies the files that it ships next to it. `starts` has
 * the entries with bundles of their own, one file each in the form of CommonJS, whose compiled code the program keeps:
 * `isInside` chooses the source files, of those imported dynamically, that each bundles too. `helpers` are programs that it
 * starts, by their paths next to it, and `scripts` run in browsers, one file each.
 */
export async function buildProgram(
  shared,
  { folder, resources, external, starts, define = {}, helpers = {}, scripts = {} },
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
  const buildStart = async ([entry, isInside]) => {
    const built = await build({
      ...options,
      splitting: false,
      format: 'cjs',
      banner: { js: urlShim },
      define: { ...define, 'import.meta.url': '__url' },
      outExtension: { '.js': '.cjs' },
      entryPoints: [path.join(source, entry)],
      plugins: [
        startApart({
          folder: source,
          entry,
          isInside,
          // `main.ts` chooses the bundle by the command.
          table: 'cli.ts',
          onRest: (file) => rest.add(file),
        }),
        sourceImports,
      ],
    })
    // This one is what loads the others.
    if (entry === 'main.ts') return built
    for (const [file, { imports }] of Object.entries(built.metafile.outputs))
      await makeScript(path.join(root, file), imports)
    return built
  }
  const started = starts
    ? await Promise.all(Object.entries(starts).map(buildStart))
    : [await build({ ...options, entryPoints: [path.join(source, 'main.ts')], plugins: [sourceImports] })]
  const commands =
    rest.size > 0 && (await build({ ...options, entryPoints: [...rest], plugins: [sourceImports] }))
  const helping =
    Object.keys(helpers).length > 0 &&
    (await build({ ...options, entryPoints: helpers, plugins: [sourceImports] }))
  const served =
    Object.keys(scripts).length > 0 &&
    (await build({
      ...options,
      splitting: false,
      platform: 'browser',
      target: 'es2022',
      minify: true,
      banner: {},
      entryPoints: scripts,
      plugins: [sourceImports],
    }))
  const metafiles = [...started, commands, helping, served].flatMap((built) => built?.metafile ?? [])
  await writeFile(path.join(dist, 'THIRD-PARTY-LICENSES.txt'), await thirdPartyLicenses(root, metafiles))
  await writeFile(path.join(dist, 'sbom.cdx.json'), await bundleBom(root, folder, metafiles))
  for (const name of resources) await cp(path.join(root, name), path.join(dist, name), { recursive: true })
  if (resources.includes('templates'))
    await compileTemplates(
      path.join(dist, 'templates'),
      path.join(root, 'packages/core/src/skill/templates/template-options.json'),
    )
}

/**
 * Writes the dynamic imports of a bundle as calls of `__import`, which whoever loads it passes in: a script of `node:vm` with
 * compiled code has no dynamic imports of its own. What esbuild leaves outside ASCII, in regular expressions, is escaped: one
 * byte is then one character, which is read and compiled in half the time.
 */
async function makeScript(file, imports) {
  const text = (await readFile(file, 'utf8')).replace(/(?<![\w$.'"`])import\(/g, '__import(')
  const expected = imports.filter(({ kind }) => kind === 'dynamic-import').length
  const found = text.split('__import("').length - 1
  // Otherwise a text that is no import was replaced, or an import was missed.
  if (found !== expected) throw new Error(`${file}: ${found} dynamic imports instead of ${expected}`)
  const code = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  await writeFile(file, text.replace(/[^\0-\x7f]/g, code), 'ascii')
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
