import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createMachine } from '../support/cli.ts'
import { exampleManifestJson } from '../support/example-manifest.ts'
import { fileServer } from '../support/file-server.ts'
import { folderRegistry } from '../support/folder-registry.ts'
import { canMakeEnvironments, greetPython, greetWheel, indexWith } from '../support/python-wheel.ts'

describe('a pip app', () => {
  it.skipIf(!canMakeEnvironments)(
    'is put back from the lock by its digest, and refused when its index serves another wheel',
    async () => {
      const files = indexWith(greetWheel())
      const { url } = await fileServer(files)
      const machine = await createMachine({
        CLI_APPS_REGISTRY: await folderRegistry([
          exampleManifestJson({ install: [{ method: 'pip', package: 'greet', version: '1.2.3' }] }),
        ]),
        CLI_APPS_MIRRORS: `https://pypi.org/simple=${url}/simple`,
        PIP_NO_CACHE_DIR: '1',
      })
      const store = path.join(machine.home, 'cli-apps/store')
      expect((await machine.cli('install', 'greet', '--yes')).status).toBe(0)
      const lock = await readFile(path.join(machine.workspace, 'cli-apps.lock'), 'utf8')
      await rm(store, { recursive: true })
      expect((await machine.cli('install', 'greet', '--yes')).status).toBe(0)
      expect(await readFile(path.join(machine.workspace, 'cli-apps.lock'), 'utf8')).toBe(lock)

      await rm(store, { recursive: true })
      const changed = greetWheel(`${greetPython}\nprint('evil')\n`)
      Object.assign(files, indexWith(changed))
      const { status, json } = await machine.cli('install', 'greet', '--yes', '--json')
      expect(status).toBe(8)
      expect(json()).toMatchObject({ error: { code: 'install.package-unproven' } })
    },
  )
})
