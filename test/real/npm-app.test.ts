import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createRuntime } from '@cli-apps/runtime'
import { describe, expect, it } from 'vitest'
import { createMachine } from '../support/cli.ts'
import { startRegistry } from '../support/registry-process.ts'

describe('apps from the npm registry', () => {
  it('go the whole way: seeded registry, install, skill, mention, run', async () => {
    const machine = await createMachine()
    const registry = await startRegistry(machine)
    machine.environment.CLI_APPS_REGISTRY = registry.url
    const { status, json, stderr } = await machine.cli('install', 'prettier', 'json5', '--yes', '--json')
    expect(status, stderr).toBe(0)
    expect(json()).toMatchObject({
      installed: [
        { name: 'prettier', method: 'npm' },
        { name: 'json5', method: 'npm' },
      ],
    })
    expect(await registry.stop()).toBe(0)

    const lock = JSON.parse(await readFile(path.join(machine.workspace, 'cli-apps.lock'), 'utf8'))
    const [platform] = Object.values(lock.apps.prettier.platforms) as { artifacts: { integrity: string }[] }[]
    expect(platform?.artifacts[0]?.integrity).toMatch(/^sha512-/)
    const skill = await readFile(path.join(machine.workspace, 'skills/cli-app-prettier/SKILL.md'), 'utf8')
    expect(skill).toContain('--tab-width')

    await writeFile(path.join(machine.workspace, 'messy.js'), 'let a  =  1')
    await using runtime = await createRuntime({
      workspace: machine.workspace,
      environment: machine.environment,
    })
    expect(await runtime.context('Please tidy messy.js with @prettier.')).toContain(
      'skills/cli-app-prettier/SKILL.md',
    )
    const call = { name: 'run_cli_app', arguments: { name: 'prettier', args: ['messy.js'] } }
    expect(await runtime.tools.execute(call)).toMatchObject({
      ok: true,
      exit_code: 0,
      stdout: 'let a = 1;\n',
    })
  })
})
