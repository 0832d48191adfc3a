import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createMachine } from '../support/cli.ts'

const run = promisify(execFile)
const canInstall =
  process.getuid?.() === 0 &&
  (await run('apt-get', ['--version']).then(
    () => true,
    () => false,
  ))

const isInstalled = (name: string): Promise<boolean> =>
  run('dpkg-query', ['--show', '--showformat=${db:Status-Status}', name]).then(
    ({ stdout }) => stdout === 'installed',
    () => false,
  )

/** Small apps of the catalog: the first that this machine does not have is installed and removed again. */
const candidates = ['datamash', 'gron', 'tree', 'qrencode', 'dos2unix', 'xlsx2csv']

describe('apps from Debian', () => {
  it.skipIf(!canInstall)(
    'are installed and removed again where they were not there, and adopted where they were',
    async () => {
      const machine = await createMachine()
      let name = ''
      for (const candidate of candidates) if (name === '' && !(await isInstalled(candidate))) name = candidate
      const wasThere = name === ''
      if (wasThere) name = 'tree'

      const installed = await machine.cli('install', name, '--method', 'apt', '--yes', '--json')
      expect(installed.status, installed.stderr).toBe(0)
      expect(installed.json()).toMatchObject({ installed: [{ name, method: 'apt', adopted: wasThere }] })
      expect(await isInstalled(name)).toBe(true)
      expect((await machine.cli('run', name, '--version')).status).toBe(0)
      expect((await machine.cli('doctor')).status).toBe(0)

      const removed = await machine.cli('uninstall', name, '--yes')
      expect(removed.status, removed.stderr).toBe(0)
      expect(await isInstalled(name)).toBe(wasThere)
    },
  )
})
