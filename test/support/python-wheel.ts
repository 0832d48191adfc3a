import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { strToU8, zipSync } from 'fflate'

export const greetPython = `import argparse
def main():
    parser = argparse.ArgumentParser(prog='greet', description='Greet people')
    parser.add_argument('--version', action='version', version='greet 1.2.3')
    parser.add_argument('--loud', action='store_true', help='shout')
    parser.add_argument('who', help='whom to greet')
    args = parser.parse_args()
    text = f'Hello, {args.who}!'
    print(text.upper() if args.loud else text)
`

/** A wheel (PyPA binary distribution format) with one module, one console script and what it requires. */
export const greetWheel = (text = greetPython, requires: readonly string[] = []): Uint8Array =>
  wheel({
    name: 'greet',
    version: '1.2.3',
    requires,
    files: {
      'greet.py': text,
      'greet-1.2.3.dist-info/entry_points.txt': '[console_scripts]\ngreet = greet:main\n',
    },
  })

export interface Wheel {
  name: string
  version: string
  files: Readonly<Record<string, string>>
  requires?: readonly string[]
}

/** A wheel of any project, for every Python 3. */
export function wheel({ name, version, files: own, requires = [] }: Wheel): Uint8Array {
  const info = `${name}-${version}.dist-info`
  const files: Record<string, string> = {
    ...own,
    [`${info}/METADATA`]: `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n${requires.map((one) => `Requires-Dist: ${one}\n`).join('')}`,
    [`${info}/WHEEL`]: 'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
  }
  files[`${info}/RECORD`] = [...Object.keys(files), `${info}/RECORD`].map((name) => `${name},,\n`).join('')
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
}

export const wheelFile = 'greet-1.2.3-py3-none-any.whl'

/** Files of a package index that serves this wheel. */
export const indexWith = (bytes: Uint8Array): Record<string, Uint8Array | string> => ({
  '/simple/greet/': `<!doctype html><a href="/${wheelFile}#sha256=${sha256Of(bytes)}">${wheelFile}</a>`,
  [`/${wheelFile}`]: bytes,
})

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

export const canMakeEnvironments = await promisify(execFile)('python3', ['-c', 'import venv, ensurepip'])
  .then(() => true)
  .catch(() => false)
