import { cp, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'esbuild'
import { bundleBom } from './bundle-bom.mjs'
import { compileTemplates } from './compile-templates.mjs'
import { pastDoors } from './past-doors.mjs'
import { startApart } from './start-apart.mjs'
import { thirdPartyLicenses } from './third-party-licenses.mjs'

// Dependencies that were written for CommonJS look for `require` when they are bundled into a module.
const requireShim =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);"

/**
 * Bundles a program with all it depends on but `external`, and puts the files that it ships beside it. `quick` are the
 * source files that answer at once, which are bundled apart from the rest; `helpers` are programs that it starts, by their
 * places beside it.
 */
export async function buildProgram(shared, { folder, resources, external, quick = [], helpers = {} }) {
  const root = shared.absWorkingDir
  const source = path.join(root, folder, 'src')
  const dist = path.join(root, folder, 'dist')
  const options = {
    ...shared,
    external,
    metafile: true,
    minifySyntax: true,
    minifyWhitespace: true,
    outbase: source,
    outdir: dist,
    banner: { js: requireShim },
  }
  const doors = pastDoors(await doorsOfCore(root))
  const rest = new Set()
  const isSplit = quick.length > 0
  const start = await build({
    ...options,
    // Beside main.js, from where the paths of what is built by itself count.
    ...(isSplit && { chunkNames: '[name]-[hash]' }),
    entryPoints: [path.join(source, 'main.ts')],
    plugins: isSplit
      ? [startApart({ folder: source, quick, onRest: (file) => rest.add(file) }), doors]
      : [doors],
  })
  const commands = rest.size > 0 && (await build({ ...options, entryPoints: [...rest], plugins: [doors] }))
  const helping =
    Object.keys(helpers).length > 0 && (await build({ ...options, entryPoints: helpers, plugins: [doors] }))
  const metafiles = [start, commands, helping].flatMap((built) => built?.metafile ?? [])
  await writeFile(path.join(dist, 'THIRD-PARTY-LICENSES.txt'), await thirdPartyLicenses(root, metafiles))
  await writeFile(path.join(dist, 'sbom.cdx.json'), await bundleBom(root, folder, metafiles))
  for (const name of resources) await cp(path.join(root, name), path.join(dist, name), { recursive: true })
  if (resources.includes('templates'))
    await compileTemplates(
      path.join(dist, 'templates'),
      path.join(root, 'packages/core/src/skill/template-options.json'),
    )
}

/** What core's doors are called in imports, with the source of each. */
async function doorsOfCore(root) {
  const core = path.join(root, 'packages/core')
  const { exports } = JSON.parse(await readFile(path.join(core, 'package.json'), 'utf8'))
  return Object.fromEntries(
    Object.entries(exports)
      .filter(([, door]) => typeof door === 'object')
      .map(([name, door]) => [
        path.posix.join('@cli-apps/core', name),
        path.join(core, door['@cli-apps/source']),
      ]),
  )
}
