import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { AppDocument, registryPaths } from '@cli-apps/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { createMachine, type Machine } from '../support/cli.ts'
import { fileServer } from '../support/file-server.ts'
import { binaryManifest, folderRegistry, greetScript, tarball } from '../support/folder-registry.ts'

let archive: Uint8Array
beforeAll(async () => {
  archive = await tarball({ 'bin/greet': greetScript })
})

/** A machine whose registry has `greet`, and the one way to change what that registry says of it. */
async function machineWithGreet(): Promise<{
  machine: Machine
  change: (edit: (app: AppDocument) => void) => Promise<void>
}> {
  const { url } = await fileServer({ '/greet.tar.gz': archive })
  const registry = await folderRegistry([binaryManifest(archive)])
  const machine = await createMachine({
    CLI_APPS_REGISTRY: registry,
    CLI_APPS_MIRRORS: `https://downloads.test/=${url}/`,
  })
  const file = path.join(registry, registryPaths.app('greet'))
  return {
    machine,
    change: async (edit) => {
      const app = AppDocument.parse(JSON.parse(await readFile(file, 'utf8')))
      edit(app)
      await writeFile(file, JSON.stringify(app))
    },
  }
}

const remove = (app: AppDocument): void => {
  const replacement = AppDocument.shape.name.parse('salute')
  app.removed = { at: '2026-01-01T00:00:00Z', message: 'It phoned home.', replacement }
}

describe('a withdrawn app', () => {
  it('is not installed, and its replacement is suggested', async () => {
    const { machine, change } = await machineWithGreet()
    await change(remove)
    for (const word of ['greet', 'greet@1.2.3']) {
      const { status, json } = await machine.cli('install', word, '--yes', '--json')
      expect([status, json()]).toMatchObject([
        4,
        {
          error: {
            code: 'app.removed',
            message: 'greet was withdrawn: It phoned home.',
            hint: expect.stringContaining('cli-apps install salute'),
          },
        },
      ])
    }
    expect((await machine.cli('info', 'greet')).stdout).toContain(
      'withdrawn  It phoned home. Use salute instead.',
    )
  })

  it('is installed only exactly as locked', async () => {
    const { machine, change } = await machineWithGreet()
    expect((await machine.cli('install', 'greet', '--yes')).status).toBe(0)
    await change(remove)
    expect((await machine.cli('install', 'greet', '--yes')).status).toBe(0)
    expect((await machine.cli('install', 'greet@latest', '--yes')).status).toBe(4)
  })
})

describe('a deprecated version', () => {
  it('is installed, and its message is in the plan, the result and info', async () => {
    const { machine, change } = await machineWithGreet()
    await change(({ versions }) => {
      for (const version of versions) version.deprecated = { message: 'Use 2.x.' }
    })
    const plan = await machine.cli('install', 'greet', '--dry-run')
    expect(plan.stdout).toContain('greet 1.2.3 is deprecated: Use 2.x.')
    const result = await machine.cli('install', 'greet', '--yes')
    expect(result).toMatchObject({ status: 0 })
    expect(result.stderr.match(/is deprecated/g)).toHaveLength(1)
    expect((await machine.cli('install', 'greet', '--yes', '--json')).json()).toMatchObject({
      installed: [{ notices: ['greet 1.2.3 is deprecated: Use 2.x.'] }],
    })
    expect((await machine.cli('info', 'greet')).stdout).toContain('1.2.3 is deprecated: Use 2.x.')
  })
})

describe('a tag', () => {
  it('names a version to install', async () => {
    const { machine, change } = await machineWithGreet()
    await change((app) => {
      app.dist_tags = { latest: '1.2.3', next: '1.2.3' }
    })
    expect((await machine.cli('install', 'greet@next', '--yes')).status).toBe(0)
    const declared = JSON.parse(await readFile(path.join(machine.workspace, 'cli-apps.json'), 'utf8'))
    expect(declared).toEqual({ apps: { greet: 'next' } })
    expect((await machine.cli('info', 'greet')).stdout).toContain('named      latest = 1.2.3, next = 1.2.3')
  })

  it('that is not set is an error that lists the existing tags', async () => {
    const { machine } = await machineWithGreet()
    const { status, json } = await machine.cli('install', 'greet@beta', '--yes', '--json')
    expect([status, json()]).toMatchObject([
      4,
      { error: { code: 'app.no-version', hint: expect.stringContaining('latest (1.2.3)') } },
    ])
  })
})
