import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { createMachine } from '../support/cli.ts'
import { exampleManifestJson } from '../support/example-manifest.ts'
import { fileServer } from '../support/file-server.ts'
import { folderRegistry } from '../support/folder-registry.ts'

const program = `import argparse
def main():
    parser = argparse.ArgumentParser(prog='greet', description='Greet people')
    parser.add_argument('--version', action='version', version='greet 1.2.3')
    parser.add_argument('--loud', action='store_true', help='shout')
    parser.add_argument('who', help='whom to greet')
    args = parser.parse_args()
    text = f'Hello, {args.who}!'
    print(text.upper() if args.loud else text)
`

/** A wheel (PyPA binary distribution format) with one module and one console script. */
function wheel(): Uint8Array {
  const info = 'greet-1.2.3.dist-info'
  const files: Record<string, string> = {
    'greet.py': program,
    [`${info}/METADATA`]: 'Metadata-Version: 2.1\nName: greet\nVersion: 1.2.3\n',
    [`${info}/WHEEL`]: 'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    [`${info}/entry_points.txt`]: '[console_scripts]\ngreet = greet:main\n',
  }
  files[`${info}/RECORD`] = [...Object.keys(files), `${info}/RECORD`].map((name) => `${name},,\n`).join('')
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
}

const canMakeEnvironments = await promisify(execFile)('python3', ['-c', 'import venv, ensurepip'])
  .then(() => true)
  .catch(() => false)

describe('a pip app', () => {
  it.skipIf(!canMakeEnvironments)(
    'is installed from a loopback index into an environment of its own',
    async () => {
      const bytes = wheel()
      const file = 'greet-1.2.3-py3-none-any.whl'
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const { url } = await fileServer({
        '/simple/greet/': `<!doctype html><a href="/${file}#sha256=${sha256}">${file}</a>`,
        [`/${file}`]: bytes,
      })
      const registry = await folderRegistry([
        exampleManifestJson({ install: [{ method: 'pip', package: 'greet', version: '1.2.3' }] }),
      ])
      const machine = await createMachine({
        CLI_APPS_REGISTRY: registry,
        CLI_APPS_MIRRORS: `https://pypi.org/simple=${url}/simple`,
      })
      const { status, stdout, json } = await machine.cli(
        'install',
        'greet',
        '--yes',
        '--json',
        '--method',
        'pip',
      )
      expect(status, stdout).toBe(0)
      expect(json()).toMatchObject({ installed: [{ method: 'pip', program_version: '1.2.3' }] })
      const lock = JSON.parse(await readFile(path.join(machine.workspace, 'cli-apps.lock'), 'utf8'))
      const [platform] = Object.values(lock.apps.greet.platforms)
      expect(platform).toEqual({
        method: 'pip',
        artifacts: [{ name: 'greet', version: '1.2.3', integrity: `sha256:${sha256}` }],
      })
      expect(await readFile(path.join(machine.workspace, 'skills/cli-app-greet/SKILL.md'), 'utf8')).toContain(
        '--loud',
      )
      expect((await machine.cli('run', 'greet', '--loud', 'Ann; id')).stdout).toBe('HELLO, ANN; ID!\n')
    },
  )
})
