import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createMachine, type Machine } from '../support/cli.ts'
import { exampleManifestJson } from '../support/example-manifest.ts'
import { fileServer } from '../support/file-server.ts'
import { folderRegistry, tarball } from '../support/folder-registry.ts'
import { canMakeEnvironments, greetWheel, indexWith } from '../support/python-wheel.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** A source archive whose build notes that it ran; PEP 517 with a backend of its own, or a setup.py. */
const hostileSource = (marker: string, kind: 'backend' | 'setup'): Promise<Uint8Array> =>
  tarball(
    kind === 'setup'
      ? {
          'lib-1.0/setup.py': `open(${JSON.stringify(marker)}, 'w')\nimport setuptools\nsetuptools.setup(name='lib', version='1.0')\n`,
        }
      : {
          'lib-1.0/pyproject.toml':
            '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n[project]\nname = "lib"\nversion = "1.0"\n',
          'lib-1.0/backend.py': `open(${JSON.stringify(marker)}, 'w')\n`,
        },
  )

/** A machine whose index has a wheel of greet that needs `lib` from a source archive by URL, on the index itself. */
async function machineWith(kind: 'backend' | 'setup'): Promise<{ machine: Machine; marker: string }> {
  const marker = path.join(await temporaryFolder(), 'ran')
  const files: Record<string, Uint8Array | string> = {
    '/lib-1.0.tar.gz': await hostileSource(marker, kind),
  }
  const { url } = await fileServer(files)
  Object.assign(files, indexWith(greetWheel(undefined, [`lib @ ${url}/lib-1.0.tar.gz`])))
  const machine = await createMachine({
    CLI_APPS_REGISTRY: await folderRegistry([
      exampleManifestJson({ install: [{ method: 'pip', package: 'greet', version: '1.2.3' }] }),
    ]),
    CLI_APPS_MIRRORS: `https://pypi.org/simple=${url}/simple`,
  })
  return { machine, marker }
}

describe('a wheel that depends on the URL of a source archive', () => {
  it.skipIf(!canMakeEnvironments).each(['backend', 'setup'] as const)(
    'is refused without running its build (%s)',
    { timeout: 300_000 },
    async (kind) => {
      const { machine, marker } = await machineWith(kind)
      const { status, stdout, json } = await machine.cli('install', 'greet', '--yes', '--json')
      expect(await readdir(path.dirname(marker))).toEqual([])
      expect(status, stdout).toBe(6)
      expect(json()).toMatchObject({
        error: {
          code: 'install.build-refused',
          message: expect.stringContaining('lib would be built'),
          hint: expect.stringContaining('It was not run. To allow it, pass --allow-builds lib.'),
        },
      })
    },
  )

  it.skipIf(!canMakeEnvironments)(
    'is refused even if another package may be built',
    { timeout: 300_000 },
    async () => {
      const { machine, marker } = await machineWith('backend')
      const { status, stdout } = await machine.cli(
        'install',
        'greet',
        '--yes',
        '--json',
        '--allow-builds',
        'other',
      )
      expect(await readdir(path.dirname(marker))).toEqual([])
      expect(status, stdout).toBe(6)
    },
  )
})
