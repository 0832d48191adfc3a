import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { workspaceAt } from '@cli-apps/core/node'
import { parseFrontmatter } from '@cli-apps/core/skill'
import { describe, expect, it } from 'vitest'
import { buildRecord, writeSignedRecord } from '../../support/fixture-workspace.ts'
import { type GreetMachine, greetMachine } from '../../support/greet-machine.ts'
import { inTerminal } from '../../support/in-terminal.ts'

const own = 'skills/cli-apps/SKILL.md'
const claude = '.claude/skills/cli-apps/SKILL.md'
const behind = (name: string): string => `.claude/skills/cli-apps/references/${name}.md`

const filesIn = async ({ workspace }: GreetMachine, folder: string): Promise<string[]> =>
  (await readdir(path.join(workspace, folder), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(workspace, path.join(entry.parentPath, entry.name)))
    .sort()

/** Without the lock, whose number counts up. */
const filesOf = async (machine: GreetMachine): Promise<string[]> =>
  (await filesIn(machine, '.')).filter((file) => !file.startsWith('.cli-apps/lock'))

const skillOf = async (machine: GreetMachine, name: string): Promise<unknown> =>
  JSON.parse(await machine.read(`.cli-apps/apps/${name}.json`)).skill

const ok = async (machine: GreetMachine, ...args: string[]): Promise<string> => {
  const { status, stdout, stderr } = await machine.cli(...args)
  expect(status, stdout + stderr).toBe(0)
  return stdout
}

/** A workspace with this declaration, and two apps that can be installed. */
async function machineWith(declared: object): Promise<GreetMachine> {
  const machine = await greetMachine([
    { version: '1.2.3' },
    { name: 'hail', version: '1.0.0', changes: { summary: 'Hail somebody' } },
  ])
  await machine.write('cli-apps.json', JSON.stringify({ apps: {}, ...declared }))
  return machine
}

const umbrella = { skills: { layout: 'umbrella' } }

describe('a workspace with one skill for all apps', () => {
  it('names each app, and has the skills of agents behind it', async () => {
    const machine = await machineWith({ ...umbrella, agents: ['claude-code'] })
    await ok(machine, 'install', 'greet', 'hail', '--yes')
    expect(await filesIn(machine, '.claude')).toEqual([claude, behind('greet'), behind('hail')].sort())
    expect(await filesIn(machine, 'skills')).toEqual([
      'skills/cli-app-greet/SKILL.md',
      'skills/cli-app-hail/SKILL.md',
      own,
    ])
    const { frontmatter, body } = parseFrontmatter(await machine.read(claude))
    expect(frontmatter).toMatchObject({ name: 'cli-apps' })
    expect(frontmatter.description).toContain('greet, hail')
    expect(body).toContain('- [hail](references/hail.md): Hail somebody')
    expect(body).toContain('`cli-apps run greet --help`')
    expect(await machine.read(own)).toContain('- [hail](../cli-app-hail/SKILL.md): Hail somebody')
    expect(await machine.read(own)).toContain('`{"name": "greet", "args": ["--help"]}`')
    expect(await machine.read(behind('greet'))).toMatch(/^# /)
    await ok(machine, 'verify')
    await ok(machine, 'doctor')
  })

  it('follows installs, updates and removals, and goes with the last app', async () => {
    const machine = await machineWith({ ...umbrella, agents: ['claude-code'] })
    await ok(machine, 'install', 'greet', '--yes')
    expect(await machine.read(claude)).not.toContain('hail')
    await ok(machine, 'install', 'hail', '--yes')
    expect(await machine.read(claude)).toContain('hail')
    const plan = await ok(machine, 'uninstall', 'greet', '--dry-run', '--json')
    expect(plan).toContain(path.join(machine.workspace, claude))
    await ok(machine, 'uninstall', 'greet', '--yes')
    expect(await machine.read(claude)).not.toContain('greet')
    expect(await filesIn(machine, '.claude')).toEqual([claude, behind('hail')].sort())
    await ok(machine, 'doctor')
    await ok(machine, 'uninstall', 'hail', '--yes')
    expect([await filesIn(machine, '.claude'), await filesIn(machine, 'skills')]).toEqual([[], []])
    expect(await filesIn(machine, '.cli-apps/umbrella')).toEqual([])
  })

  it('comes and goes with the setting, and restores the layout of before', async () => {
    const machine = await machineWith({ agents: ['claude-code', 'cursor'] })
    await ok(machine, 'install', 'greet', 'hail', '--yes')
    const before = await filesOf(machine)
    const skill = await skillOf(machine, 'greet')
    await ok(machine, 'init', '--skills', 'umbrella', '--yes')
    expect(await filesIn(machine, '.cursor')).toEqual([
      '.cursor/skills/cli-apps/SKILL.md',
      '.cursor/skills/cli-apps/references/greet.md',
      '.cursor/skills/cli-apps/references/hail.md',
    ])
    await ok(machine, 'doctor')
    await ok(machine, 'init', '--skills', 'per-app', '--yes')
    expect(await filesOf(machine)).toEqual(before)
    expect(await skillOf(machine, 'greet')).toEqual(skill)
    await ok(machine, 'doctor')
  })

  it('is not loaded beside the skills of apps by an agent that reads skills/ itself', async () => {
    const machine = await machineWith({ ...umbrella, agents: ['openclaw'] })
    await ok(machine, 'install', 'greet', 'hail', '--yes')
    const references = ['greet', 'hail'].map((name) => `skills/cli-apps/references/${name}.md`)
    expect(await filesIn(machine, 'skills')).toEqual([own, ...references])
    expect(await machine.read(own)).toContain('[greet](references/greet.md)')
    await ok(machine, 'doctor')
    expect(await ok(machine, 'skill', 'show', 'greet')).toBe(await machine.read(references[0] ?? ''))
    await ok(machine, 'skill', 'lint', 'greet')
    await ok(machine, 'init', '--skills', 'per-app', '--yes')
    expect(await filesIn(machine, 'skills')).toEqual([
      'skills/cli-app-greet/SKILL.md',
      'skills/cli-app-hail/SKILL.md',
    ])
  })

  it('shows calls of the tool once an agent is connected, and for a shell again afterwards', async () => {
    const machine = await machineWith(umbrella)
    await ok(machine, 'install', 'greet', '--yes')
    await ok(machine, 'connect', 'claude-code', '--yes')
    expect(await machine.read(claude)).toContain('`{"name": "greet", "args": ["--help"]}`')
    await ok(machine, 'disconnect', 'claude-code', '--yes')
    expect(await filesIn(machine, '.claude')).toEqual([])
    expect(await filesIn(machine, 'skills')).toEqual(['skills/cli-app-greet/SKILL.md', own])
    await ok(machine, 'doctor')
  })

  it('comes back in a clone with ci', async () => {
    const machine = await machineWith({ ...umbrella, agents: ['claude-code'] })
    await ok(machine, 'install', 'greet', 'hail', '--yes')
    const before = await filesIn(machine, '.claude')
    await rm(path.join(machine.workspace, '.cli-apps'), { recursive: true })
    await ok(machine, 'ci', '--yes')
    expect(await filesIn(machine, '.claude')).toEqual(before)
    await ok(machine, 'doctor')
  })
})

describe('verify and doctor', () => {
  it('report the skill for all apps when it is gone or edited, and write it again', async () => {
    const machine = await machineWith({ ...umbrella, agents: ['claude-code'] })
    await ok(machine, 'install', 'greet', '--yes')
    const text = await machine.read(claude)
    await machine.write(claude, `${text}\nMine.\n`)
    await rm(path.join(machine.workspace, own))
    const { status, json } = await machine.cli('verify', '--json')
    expect(status).toBe(8)
    expect(json().faults).toMatchObject([
      { code: 'skill.missing', app: null },
      { code: 'skill.edited', app: null },
    ])
    await ok(machine, 'doctor', '--fix', '--yes')
    expect(await machine.read(claude)).toBe(text)
    const [saved = ''] = await filesIn(machine, '.cli-apps/saved')
    expect(await machine.read(saved)).toContain('Mine.')
    await ok(machine, 'verify')
  })

  it('report skills that are not where the setting wants them', async () => {
    const machine = await machineWith({ agents: ['claude-code'] })
    await ok(machine, 'install', 'greet', '--yes')
    const declared = JSON.parse(await machine.read('cli-apps.json'))
    await machine.write('cli-apps.json', JSON.stringify({ ...declared, ...umbrella }))
    expect((await machine.cli('doctor', '--json')).json().faults).toMatchObject([
      { code: 'skill.outdated', app: 'greet' },
    ])
    await ok(machine, 'skill', 'render', '--yes')
    expect(await filesIn(machine, '.claude')).toEqual([claude, behind('greet')].sort())
    await ok(machine, 'doctor')
  })

  it('report a record that cannot be read, and write it again', async () => {
    const machine = await machineWith(umbrella)
    await ok(machine, 'install', 'greet', '--yes')
    await machine.write('.cli-apps/umbrella/skill.json', '{')
    expect((await machine.cli('verify')).status).toBe(8)
    await ok(machine, 'doctor', '--fix', '--yes')
    await ok(machine, 'verify')
  })
})

describe('what people wrote', () => {
  it('stays between marks, and a skill of the same name is not overwritten', async () => {
    const machine = await machineWith({ ...umbrella, agents: ['claude-code'] })
    await ok(machine, 'install', 'greet', '--yes')
    await machine.write(claude, `${await machine.read(claude)}\n<!-- yours -->\nMine.\n<!-- /yours -->\n`)
    await ok(machine, 'install', 'hail', '--yes')
    expect(await machine.read(claude)).toMatch(/hail[\s\S]*Mine\./)
    const other = await machineWith({ ...umbrella, agents: ['claude-code'] })
    await mkdir(path.join(other.workspace, path.dirname(claude)), { recursive: true })
    await writeFile(path.join(other.workspace, claude), '---\nname: cli-apps\ndescription: Mine\n---\n')
    const refused = await other.cli('install', 'greet', '--yes', '--json')
    expect(refused.json()).toMatchObject({ error: { code: 'skill.foreign' } })
    expect(await readFile(path.join(other.workspace, claude), 'utf8')).toContain('Mine')
  })
})

describe('init at a terminal with more than ten apps', () => {
  it('asks whether agents should find one skill, and writes it when a person confirms', async () => {
    const machine = await greetMachine([])
    const workspace = workspaceAt(machine.workspace)
    for (let at = 1; at <= 11; at++)
      await writeSignedRecord(workspace, buildRecord(`app-${at}`, {}), machine.environment.CLI_APPS_HOME)
    const terminal = inTerminal(machine, 'init')
    await terminal.shows('find one skill that names all of them')
    terminal.type('y\r')
    await terminal.shows('Do you want to continue?')
    terminal.type('y\r')
    expect(await terminal.ended).toMatchObject({ status: 0 })
    expect(await machine.read(own)).toContain('app-11')
  })
})
