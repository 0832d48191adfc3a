#!/usr/bin/env node
// Stands in for npm where a test kills the installer: `npm install … --prefix DIR … -- NAME@VERSION` or `npm ci` puts one
// package with one program in place, in several steps with time between them, in processes of its own as npm does.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const args = process.argv.slice(2)
const prefix = args[args.indexOf('--prefix') + 1]
const manifest = path.join(prefix, 'package.json')
const declared = existsSync(manifest) ? (JSON.parse(readFileSync(manifest, 'utf8')).dependencies ?? {}) : {}
const spec = /^[a-z].*@/.test(args.at(-1)) ? args.at(-1) : Object.entries(declared)[0]?.join('@')
const [name, version] = spec.split('@')
const integrity = 'sha512-AAAA'
const pause = () => spawnSync('sleep', ['0.03'])

const folder = path.join(prefix, 'node_modules', name)
mkdirSync(folder, { recursive: true })
writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name, version, bin: { [name]: 'cli.js' } }))
pause()
writeFileSync(
  path.join(folder, 'cli.js'),
  `#!/usr/bin/env node\nconsole.log(process.argv[2] === '--version' ? '${name} ${version}' : 'Usage: ${name} [options]')\n`,
)
chmodSync(path.join(folder, 'cli.js'), 0o755)
pause()
const packages = { [`node_modules/${name}`]: { version, integrity } }
const lock = (all) => JSON.stringify({ lockfileVersion: 3, packages: all })
writeFileSync(path.join(prefix, 'node_modules/.package-lock.json'), lock(packages))
pause()
writeFileSync(path.join(prefix, 'package-lock.json'), lock({ '': {}, ...packages }))
