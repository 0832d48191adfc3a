/*
 * Packs the installer and lets `npx ./cli-apps-X.tgz install prettier` work in an empty folder on four versions of Node,
 * which come from npm as packages. Build first: npm run build, then npm run try-packed [-- 20 22].
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { outputOf, packedUser, packInstaller } from '../test/support/packed-installer.ts'

const majors = process.argv.length > 2 ? process.argv.slice(2) : ['20', '22', '24', '26']
const system = process.platform === 'win32' ? 'win' : process.platform
const app = 'prettier'

const folder = await mkdtemp(path.join(tmpdir(), 'cli-apps-packed-'))
const packed = await packInstaller(folder)
console.log(`${path.basename(packed.file)}: ${packed.size} bytes, ${packed.files.length} files`)
try {
  const rows = []
  for (const major of majors) rows.push(await tryOn(major, await fetchNode(major)))
  console.table(rows)
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** Fetches the newest Node of this major version from npm. */
async function fetchNode(major: string): Promise<string> {
  const name = `node-${system}-${process.arch}`
  const prefix = path.join(folder, major)
  await outputOf(['npm', 'install', '--prefix', prefix, '--no-audit', '--no-fund', `${name}@${major}`], {
    cwd: folder,
  })
  return path.join(prefix, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

async function tryOn(major: string, node: string): Promise<Record<string, string>> {
  const { npx } = await packedUser(packed, { node, home: path.join(folder, `home-${major}`) })
  const start = performance.now()
  await npx('install', app, '--yes')
  const seconds = (performance.now() - start) / 1000
  const { apps } = JSON.parse(await npx('list', '--json'))
  return {
    node: (await outputOf([node, '--version'], { cwd: folder })).trim(),
    'npx install, npm cache empty': `${seconds.toFixed(1)} s`,
    installed: `${apps[0]?.name} ${apps[0]?.version}`,
    'run --version': (await npx('run', app, '--version')).trim(),
  }
}
