import { appendFile, copyFile, readFile } from 'node:fs/promises'
import path from 'node:path'
import { InstallRecord } from '@cli-apps/core'
import { describe, expect, it } from 'vitest'
import { createMachine } from '../support/cli.ts'
import { exampleManifestJson } from '../support/example-manifest.ts'
import { fileServer } from '../support/file-server.ts'
import { folderRegistry } from '../support/folder-registry.ts'
import { canMakeEnvironments, greetWheel, indexWith, sha256Of } from '../support/python-wheel.ts'

describe('a pip app', () => {
  it.skipIf(!canMakeEnvironments)(
    'is installed from a loopback index into its own environment',
    { timeout: 300_000 },
    async () => {
      const bytes = greetWheel()
      const { url } = await fileServer(indexWith(bytes))
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
        program_version: '1.2.3',
        package_version: '1.2.3',
        artifacts: [{ name: 'greet', version: '1.2.3', integrity: `sha256:${sha256Of(bytes)}` }],
      })
      expect(await readFile(path.join(machine.workspace, 'skills/cli-app-greet/SKILL.md'), 'utf8')).toContain(
        '--loud',
      )
      expect((await machine.cli('run', 'greet', '--loud', 'Ann; id')).stdout).toBe('HELLO, ANN; ID!\n')
      expect((await machine.cli('verify')).status).toBe(0)
      const readRecord = async (): Promise<InstallRecord> =>
        InstallRecord.parse(
          JSON.parse(await readFile(path.join(machine.workspace, '.cli-apps/apps/greet.json'), 'utf8')),
        )
      const resolved = await readRecord()
      // A workspace that was cloned puts back what is locked, which is to be the very same files.
      const clone = await createMachine(machine.environment)
      for (const file of ['cli-apps.json', 'cli-apps.lock'])
        await copyFile(path.join(machine.workspace, file), path.join(clone.workspace, file))
      expect((await clone.cli('ci', '--yes')).status).toBe(0)
      await appendFile(resolved.argv.at(-1) ?? '', '# evil')
      expect((await clone.cli('verify')).status).toBe(8)
      expect((await clone.cli('doctor', '--fix', '--yes')).status).toBe(0)
      expect((await machine.cli('verify')).status).toBe(0)
      expect((await machine.cli('lock', '--check')).status).toBe(0)
      expect((await readRecord()).program).toBe(resolved.program)
    },
  )
})
