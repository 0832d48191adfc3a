import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { InstallRecord } from '@cli-apps/core'
import { expect } from 'vitest'
import { createMachine } from '../../support/cli.ts'
import { fileServer } from '../../support/file-server.ts'
import { binaryManifest, folderRegistry, greetScript, tarball } from '../../support/folder-registry.ts'
import { itSandboxed } from '../../support/sandbox.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const hello = {
  id: 'hello',
  task: 'Say hello to somebody',
  call: { args: ['hello', 'Ann'] },
  expect: { stdout_contains: 'Hello, Ann!' },
}

itSandboxed(
  'an install records which recipes ran here, also in the next workspace, and one that fails stops nothing',
  async () => {
    const archive = await tarball({ 'bin/greet': greetScript })
    const { url } = await fileServer({ '/greet.tar.gz': archive })
    const recipes = [hello, { ...hello, id: 'wrong', expect: { stdout_contains: 'Bonjour' } }]
    const machine = await createMachine({
      CLI_APPS_REGISTRY: await folderRegistry([binaryManifest(archive, { recipes })]),
      CLI_APPS_MIRRORS: `https://downloads.test/=${url}/`,
    })
    const triedIn = async (workspace: string) => {
      const file = path.join(workspace, '.cli-apps/apps/greet.json')
      return InstallRecord.parse(JSON.parse(await readFile(file, 'utf8'))).tried
    }
    const first = await machine.cli('install', 'greet', '--yes')
    expect(first).toMatchObject({ status: 0, stderr: expect.stringContaining('verify greet --recipes') })
    expect(await triedIn(machine.workspace)).toEqual({ passed: ['hello'], failed: ['wrong'] })

    const other = await temporaryFolder()
    const second = await machine.cli('install', 'greet', '--yes', '--workspace', other)
    expect(second).toMatchObject({ status: 0, stderr: expect.not.stringContaining('Bonjour') })
    expect(await triedIn(other)).toEqual({ passed: ['hello'], failed: ['wrong'] })
    expect((await machine.cli('verify')).status).toBe(0)
  },
)
