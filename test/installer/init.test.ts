import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ChangePlan } from '@cli-apps/core/results'
import { describe, expect, it } from 'vitest'
import { createMachine, type Machine } from '../support/cli.ts'
import { greetMachine } from '../support/greet-machine.ts'

const at = ({ workspace }: Machine, file: string): string => path.join(workspace, file)
const read = (machine: Machine, file: string): Promise<string> => readFile(at(machine, file), 'utf8')

describe('init', () => {
  it("declares the agents in use, and excludes this machine's state from git", async () => {
    const machine = await createMachine()
    for (const folder of ['.git', '.cursor']) await mkdir(at(machine, folder))
    await writeFile(at(machine, 'CLAUDE.md'), '')
    const plan = ChangePlan.parse((await machine.cli('init', '--dry-run', '--json')).json())
    expect(plan.changes[0]?.effects).toEqual([
      { effect: 'write', path: at(machine, 'cli-apps.json') },
      { effect: 'write', path: at(machine, '.gitignore') },
    ])
    expect((await readdir(machine.workspace)).sort()).toEqual(['.cursor', '.git', 'CLAUDE.md'])
    expect((await machine.cli('init')).status).toBe(2)
    const { status, json } = await machine.cli('init', '--yes', '--json')
    expect(status).toBe(0)
    expect(json()).toMatchObject({
      workspace: machine.workspace,
      changed: true,
      agents: ['claude-code', 'cursor'],
      added: ['claude-code', 'cursor'],
      next: [
        expect.stringContaining('search'),
        expect.stringContaining('install'),
        'cli-apps connect claude-code cursor',
      ],
    })
    expect(JSON.parse(await read(machine, 'cli-apps.json'))).toEqual({
      apps: {},
      agents: ['claude-code', 'cursor'],
    })
    expect(await read(machine, '.gitignore')).toBe('.cli-apps/\n')
  })

  it('changes and asks nothing the second time', async () => {
    const machine = await createMachine()
    for (const folder of ['.git', '.roo']) await mkdir(at(machine, folder))
    await machine.cli('init', '--yes')
    const before = [await read(machine, 'cli-apps.json'), await read(machine, '.gitignore')]
    const { status, json } = await machine.cli('init', '--json')
    expect(status).toBe(0)
    expect(json()).toMatchObject({ changed: false, written: [], agents: ['roo'], added: [] })
    expect([await read(machine, 'cli-apps.json'), await read(machine, '.gitignore')]).toEqual(before)
  })

  it('keeps the content of cli-apps.json, and adds to it', async () => {
    const machine = await createMachine()
    const declared = { apps: { jq: '^1.0.0' }, registries: ['https://r.test/'], mine: [1], agents: ['roo'] }
    await writeFile(at(machine, 'cli-apps.json'), JSON.stringify(declared))
    await machine.cli('init', '--agent', 'codex', '--yes')
    expect(JSON.parse(await read(machine, 'cli-apps.json'))).toEqual({
      ...declared,
      agents: ['codex', 'roo'],
    })
  })

  it('uses the agents that are named, or none, instead of those it finds', async () => {
    const machine = await createMachine()
    await mkdir(at(machine, '.cursor'))
    expect((await machine.cli('init', '--agent', 'none', '--yes', '--json')).json()).toMatchObject({
      agents: [],
    })
    expect((await machine.cli('init', '--agent', 'amp', '--yes', '--json')).json()).toMatchObject({
      agents: ['amp'],
    })
  })

  it('sets up the given folder, even inside another workspace, and reports it', async () => {
    const machine = await createMachine()
    await writeFile(at(machine, 'cli-apps.json'), '{}')
    await mkdir(at(machine, 'inner'))
    const { stderr, json } = await machine.cli('init', '--yes', '--json', '--workspace', at(machine, 'inner'))
    expect(json()).toMatchObject({ workspace: at(machine, 'inner') })
    expect(await read(machine, 'inner/cli-apps.json')).toContain('apps')
    expect(stderr).toBe('')
    const { stdout } = await machine.cli('init', '--dry-run', '--workspace', at(machine, 'inner'))
    expect(stdout).toContain(`${machine.workspace} is also a workspace`)
  })

  it('lists the apps to install again for agents that were added later', async () => {
    const machine = await greetMachine([{ version: '1.2.3' }])
    await machine.cli('install', 'greet', '--yes')
    const { json } = await machine.cli('init', '--agent', 'claude-code', '--yes', '--json')
    expect(json()).toMatchObject({ next: ['cli-apps install greet', 'cli-apps connect claude-code'] })
    expect((await machine.cli('install', 'greet', '--yes')).stdout).toContain('.claude/skills/cli-app-greet')
  })

  it('reports a damaged cli-apps.json as an error', async () => {
    const machine = await createMachine()
    await writeFile(at(machine, 'cli-apps.json'), '{"apps":')
    expect(await machine.cli('init', '--yes', '--json')).toMatchObject({ status: 3 })
    expect(await read(machine, 'cli-apps.json')).toBe('{"apps":')
  })
})
