import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { exists } from '@cli-apps/core/node'
import { ChangePlan } from '@cli-apps/core/results'
import { describe, expect, it } from 'vitest'
import { InitResult } from '../../services/installer/src/commands/setup/init-result.ts'
import { createMachine, type Machine } from '../support/cli.ts'
import { inTerminal } from '../support/in-terminal.ts'

const at = ({ workspace }: Machine, file: string): string => path.join(workspace, file)
const step = 'cli-apps connect claude-code'

async function machineWithClaude(): Promise<Machine> {
  const machine = await createMachine()
  await mkdir(at(machine, '.claude'))
  return machine
}

describe('init at a terminal', () => {
  it('shows what connecting the agents would write, and connects them when a person confirms', async () => {
    const machine = await machineWithClaude()
    const terminal = inTerminal(machine, 'init')
    await terminal.shows('Do you want to continue?')
    expect(await exists(at(machine, 'cli-apps.json'))).toBe(false)
    terminal.type('\r')
    await terminal.shows('connect Claude Code to the apps of')
    expect(await exists(at(machine, '.mcp.json'))).toBe(false)
    terminal.type('\r')
    const { status, shown } = await terminal.ended
    expect(status).toBe(0)
    expect(shown).toMatch(/Claude Code: connected\. The server was started and offers \d+ tools/)
    expect(shown).not.toContain(step)
    expect(await readFile(at(machine, '.mcp.json'), 'utf8')).toContain('cli-apps')
  })

  it('keeps the workspace and names the command when a person declines', async () => {
    const machine = await machineWithClaude()
    const terminal = inTerminal(machine, 'init')
    await terminal.shows('Do you want to continue?')
    terminal.type('\r')
    await terminal.shows('connect Claude Code to the apps of')
    terminal.type('n\r')
    const { status, shown } = await terminal.ended
    expect(status).toBe(0)
    expect(shown).toContain(step)
    expect(await exists(at(machine, 'cli-apps.json'))).toBe(true)
    expect(await exists(at(machine, '.mcp.json'))).toBe(false)
  })

  it('keeps the workspace where the configuration of an agent cannot be edited, and reports why', async () => {
    const machine = await machineWithClaude()
    await writeFile(at(machine, '.mcp.json'), '{ "mcpServers": ')
    const terminal = inTerminal(machine, 'init')
    await terminal.shows('Do you want to continue?')
    terminal.type('\r')
    const { status, shown } = await terminal.ended
    expect(status).toBe(0)
    expect(shown).toMatch(/\.mcp\.json/)
    expect(shown).toContain(step)
  })
})

describe('init in a script', () => {
  it('connects nobody with --yes, and names the command', async () => {
    const machine = await machineWithClaude()
    const { json } = await machine.cli('init', '--yes', '--json')
    expect(json<InitResult>().next).toContain(step)
    expect(json()).not.toHaveProperty('connected')
    expect(await exists(at(machine, '.mcp.json'))).toBe(false)
  })

  it('connects the agents with --connect, all of it in its plan', async () => {
    const machine = await machineWithClaude()
    const plan = ChangePlan.parse((await machine.cli('init', '--connect', '--dry-run', '--json')).json())
    expect(plan.changes.map(({ subject }) => subject)).toEqual([machine.workspace, 'cli-apps'])
    expect((await machine.cli('init', '--connect')).status).toBe(2)
    const { status, json } = await machine.cli('init', '--connect', '--yes', '--json')
    expect(status).toBe(0)
    expect(InitResult.parse(json())).toEqual(json())
    expect(json()).toMatchObject({ connected: ['claude-code'] })
    expect(json<InitResult>().next).not.toContain(step)
    expect(await exists(at(machine, '.mcp.json'))).toBe(true)
  })

  it('fails with --connect where an agent cannot be connected', async () => {
    const machine = await machineWithClaude()
    await writeFile(at(machine, '.mcp.json'), '{ "mcpServers": ')
    expect((await machine.cli('init', '--connect', '--yes')).status).not.toBe(0)
  })
})
