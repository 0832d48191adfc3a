import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'esbuild'
import { importSourceFiles } from './import-source-files.mjs'

const root = '/work/wt/b'
async function entryPointsOf(folder) {
  const { name, exports } = JSON.parse(await readFile(path.join(root, folder, 'package.json'), 'utf8'))
  return Object.fromEntries(
    Object.entries(exports)
      .filter(([, t]) => typeof t === 'object')
      .map(([e, t]) => [path.posix.join(name, e), path.join(root, folder, t['@cli-apps/source'])]),
  )
}
const src = importSourceFiles({
  ...(await entryPointsOf('packages/help')),
  ...(await entryPointsOf('packages/core')),
  ...(await entryPointsOf('packages/runtime')),
})
const requireShim =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);"
for (const [name, cmds] of Object.entries({
  one: ['change/install', 'change/ci', 'change/update', 'check/outdated', 'use/info', 'use/search'],
  install: ['change/install'],
  info: ['use/info'],
  search: ['use/search'],
}))
  for (const splitting of [false]) {
    const r = await build({
      absWorkingDir: root,
      bundle: true,
      platform: 'node',
      target: 'node20.19',
      format: 'esm',
      splitting,
      conditions: ['@cli-apps/source'],
      legalComments: 'none',
      minifySyntax: true,
      minifyWhitespace: true,
      external: ['ajv', 'ajv-formats', 'ajv-formats-draft2019', 'libxmljs2', 'xmlbuilder2'],
      banner: { js: requireShim },
      plugins: [src],
      outfile: `services/installer/dist/exp-${name}.js`,
      metafile: true,
      stdin: {
        contents: cmds
          .map((c) => `export const ${c.split('/')[1]} = () => import('./commands/${c}.ts')`)
          .join('\n'),
        resolveDir: root + '/services/installer/src',
        loader: 'ts',
      },
    })
    console.log(
      name,
      Object.entries(r.metafile.outputs)
        .map(([k, v]) => k + ' ' + v.bytes)
        .join(' '),
    )
  }
