import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { exists } from '@cli-apps/core/node'
import { ChangePlan } from '@cli-apps/core/results'
import { describe, expect, it } from 'vitest'
import { agents as knownAgents } from '../../packages/core/src/agent-table.ts'
import { type GreetMachine, greetMachine } from '../support/greet-machine.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const copyIn = (folder: string): string => `${folder}/cli-app-greet/SKILL.md`
const claude = copyIn('.claude/skills')
const shared = copyIn('.agents/skills')
const own = copyIn('skills')

const at = ({ workspace }: GreetMachine, file: string): string => path.join(workspace, file)
const read = (machine: GreetMachine, file: string): Promise<string> => readFile(at(machine, file), 'utf8')
const put = async (machine: GreetMachine, file: string, text: string): Promise<void> => {
  await mkdir(path.dirname(at(machine, file)), { recursive: true })
  await writeFile(at(machine, file), text)
}
const recordOf = async (machine: GreetMachine): Promise<{ skill: Record<string, unknown> }> =>
  JSON.parse(await read(machine, '.cli-apps/apps/greet.json'))

/** A machine on which all agents are connected for the user, so that every copy shows calls of the tool. */
async function connectedMachine(...given: Parameters<typeof greetMachine>): Promise<GreetMachine> {
  const machine = await greetMachine(...given)
  const file = {
    file: '/nowhere/mcp.json',
    format: 'json',
    servers: 'mcpServers',
    shape: 'plain',
    agents: Object.keys(knownAgents),
    command: { argv: ['cli-apps'], env: {} },
    created: false,
    whole: false,
  }
  const home = machine.environment.CLI_APPS_HOME ?? ''
  await mkdir(home, { recursive: true })
  await writeFile(
    path.join(home, 'connections.json'),
    JSON.stringify({ connections: 1, files: [file], declared: [] }),
  )
  return machine
}

describe('the copies for each kind of agent', () => {
  const args = ['s/a/$1/', '$ARGUMENTS', '!x', '@file', '@(x/y)', '${CLAUDE_SKILL_DIR}']

  it('pass on the same arguments: escaped where the agent substitutes, byte for byte elsewhere', async () => {
    const changes = {
      summary: 'Say hello to @friends for $1',
      recipes: [{ id: 'greet', task: 'Greet @somebody', call: { args } }],
    }
    const machine = await connectedMachine([{ version: '1.2.3', changes }])
    const agents = Object.keys(knownAgents).join(',')
    expect((await machine.cli('install', 'greet', '--agent', agents, '--yes')).status).toBe(0)
    const original = await read(machine, own)
    for (const { skills } of Object.values(knownAgents)) {
      if (skills === 'skills') continue
      const copy = await read(machine, copyIn(skills))
      const call = /\{"name": "greet", "args": \[".*s\/a\/.*\]\}/.exec(copy)?.[0] ?? '{}'
      expect(JSON.parse(call), skills).toEqual({ name: 'greet', args })
      if (copyIn(skills) === claude)
        expect(copy).not.toMatch(/[\s("'[]@\w|(?<!\\)\$(?:\d|ARGUMENTS|\{CLAUDE)|!`/)
      else expect(copy, skills).toBe(original)
    }
  })
})

describe('install --agent', () => {
  it('places real copies where those agents look, one per shared folder, and lists them in the plan', async () => {
    const machine = await connectedMachine([{ version: '1.2.3' }])
    const asked = ['install', 'greet', '--agent', 'claude-code,codex,opencode', '--json'] as const
    const plan = ChangePlan.parse((await machine.cli(...asked, '--dry-run')).json())
    expect(await readdir(machine.workspace)).toEqual([])
    const written = plan.changes[0]?.effects.flatMap((one) => (one.effect === 'write' ? [one.path] : []))
    for (const file of [own, claude, shared])
      expect(written).toContain(`${path.dirname(at(machine, file))}${path.sep}`)
    const { status, json } = await machine.cli(...asked, '--yes')
    expect(status).toBe(0)
    expect(json()).toMatchObject({ installed: [{ skill: own, copies: [shared, claude] }] })
    expect(await read(machine, claude)).toBe(await read(machine, own))
    expect(await read(machine, shared)).toBe(await read(machine, own))
    expect((await recordOf(machine)).skill).toMatchObject({ agents: ['claude-code', 'codex', 'opencode'] })
    expect((await machine.cli('list', '--json')).json()).toMatchObject({
      apps: [{ copies: [shared, claude] }],
    })
    expect((await machine.cli('info', 'greet', '--json')).json()).toMatchObject({
      installed: { copies: [shared, claude] },
    })
  })

  it('is remembered for the app, and requires confirmation before other agents get or lose a copy', async () => {
    const machine = await connectedMachine([{ version: '1.2.3' }])
    await machine.cli('install', 'greet', '--agent', 'claude-code', '--yes')
    expect((await machine.cli('install', 'greet')).status).toBe(0)
    expect(await exists(at(machine, claude))).toBe(true)
    expect((await machine.cli('install', 'greet', '--agent', 'codex')).status).toBe(2)
    expect(await exists(at(machine, shared))).toBe(false)
    await machine.cli('install', 'greet', '--agent', 'codex', '--yes')
    expect([await exists(at(machine, claude)), await exists(at(machine, shared))]).toEqual([true, true])
    await put(machine, '.agents/other.md', 'theirs')
    expect((await machine.cli('install', 'greet', '--agent', 'none')).status).toBe(2)
    await machine.cli('install', 'greet', '--agent', 'none', '--yes')
    expect(await readdir(at(machine, '.agents'))).toEqual(['other.md'])
    expect(await exists(at(machine, '.claude'))).toBe(false)
    expect((await recordOf(machine)).skill).not.toHaveProperty('copies')
    expect(await exists(at(machine, own))).toBe(true)
  })

  it('leaves all other folders unchanged without agents', async () => {
    const machine = await connectedMachine([{ version: '1.2.3' }])
    await put(machine, '.claude/settings.json', '{}')
    await machine.cli('install', 'greet', '--yes')
    expect(await readdir(at(machine, '.claude'))).toEqual(['settings.json'])
  })

  it('refuses an unknown agent, and changes nothing', async () => {
    const machine = await connectedMachine([{ version: '1.2.3' }])
    const { status, json } = await machine.cli('install', 'greet', '--agent', 'claude', '--yes', '--json')
    expect(status).toBe(2)
    expect(json()).toMatchObject({ error: { code: 'agent.unknown', details: { nearest: ['claude-code'] } } })
    expect(await readdir(machine.workspace)).toEqual([])
  })
})

describe('the agents of a workspace', () => {
  it('get copies of every app until they are removed from cli-apps.json', async () => {
    const machine = await connectedMachine([{ version: '1.2.3' }])
    await put(machine, 'cli-apps.json', '{"agents": ["cursor"]}')
    await machine.cli('install', 'greet', '--yes')
    expect(await exists(at(machine, copyIn('.cursor/skills')))).toBe(true)
    await put(machine, 'cli-apps.json', '{"agents": []}')
    await machine.cli('install', 'greet', '--yes')
    expect(await exists(at(machine, '.cursor'))).toBe(false)
  })

  it('cause an error if cli-apps.json contains an unknown one', async () => {
    const machine = await connectedMachine([{ version: '1.2.3' }])
    await put(machine, 'cli-apps.json', '{"agents": ["emacs"]}')
    expect((await machine.cli('install', 'greet', '--yes', '--json')).json()).toMatchObject({
      error: { code: 'workspace.corrupt' },
    })
  })
})

describe('a copy', () => {
  it('follows the app to another version, after user edits are backed up', async () => {
    const machine = await connectedMachine([{ version: '1.2.3' }])
    await machine.cli('install', 'greet', '--agent', 'claude-code', '--yes')
    await writeFile(at(machine, claude), 'my own words')
    await machine.publish([{ version: '1.3.0', changes: { summary: 'Greets better' } }])
    const { stderr } = await machine.cli('install', 'greet@1.3.0', '--yes')
    expect(await read(machine, claude)).toContain('Greets better')
    expect(await read(machine, claude)).toBe(await read(machine, own))
    const saved = /your text is in (\S+)\./.exec(stderr)?.[1] ?? ''
    expect(await read(machine, saved)).toBe('my own words')
  })

  it('is removed with the app, after edits are backed up, and nothing else is removed', async () => {
    const machine = await connectedMachine([{ version: '1.2.3' }])
    await put(machine, '.claude/skills/mine/SKILL.md', 'mine')
    await machine.cli('install', 'greet', '--agent', 'claude-code,codex', '--yes')
    await writeFile(at(machine, claude), 'my own words')
    const { status, stderr } = await machine.cli('uninstall', 'greet', '--yes')
    expect(status).toBe(0)
    expect(stderr).toContain(path.join(machine.workspace, claude))
    expect(await readdir(at(machine, '.claude/skills'))).toEqual(['mine'])
    expect(await exists(at(machine, '.agents'))).toBe(false)
    expect(await read(machine, /your text is in (\S+)\./.exec(stderr)?.[1] ?? '')).toBe('my own words')
  })

  it('is reported by doctor when missing, and restored by install', async () => {
    const machine = await connectedMachine([{ version: '1.2.3' }])
    await machine.cli('install', 'greet', '--agent', 'claude-code', '--yes')
    await rm(at(machine, '.claude'), { recursive: true })
    const { status, stdout } = await machine.cli('doctor')
    expect(status).toBe(8)
    expect(stdout).toContain(claude)
    expect((await machine.cli('install', 'greet', '--yes')).status).toBe(0)
    expect(await read(machine, claude)).toBe(await read(machine, own))
  })
})

describe('an obstacle in place of a copy', () => {
  it.each([
    ['a skill of somebody else', 'SKILL.md', '---\nname: cli-app-greet\ndescription: Mine\n---\nHands off\n'],
    ['a skill that says nothing', 'SKILL.md', 'Hands off'],
    ['another file', 'notes.md', 'Hands off'],
  ])('%s is left unchanged, and nothing is installed', async (_what, name, text) => {
    const machine = await connectedMachine([{ version: '1.2.3' }])
    const file = `.claude/skills/cli-app-greet/${name}`
    await put(machine, file, text)
    const { status, json } = await machine.cli(
      'install',
      'greet',
      '--agent',
      'claude-code',
      '--yes',
      '--json',
    )
    expect(status).toBe(5)
    expect(json()).toMatchObject({ error: { code: 'skill.foreign' } })
    expect(await read(machine, file)).toBe(text)
    expect(await readdir(machine.workspace)).toEqual(['.claude'])
  })

  it('may be our own copy that came with the repository', async () => {
    const machine = await connectedMachine([{ version: '1.2.3' }])
    await machine.cli('install', 'greet', '--agent', 'claude-code', '--yes')
    await rm(at(machine, '.cli-apps'), { recursive: true })
    expect((await machine.cli('install', 'greet', '--agent', 'claude-code', '--yes')).status).toBe(0)
    expect(await read(machine, claude)).toBe(await read(machine, own))
  })

  it('is refused if it is a link that leads out of the workspace', async () => {
    const machine = await connectedMachine([{ version: '1.2.3' }])
    const outside = await temporaryFolder()
    await symlink(outside, at(machine, '.claude'))
    const { status, json } = await machine.cli(
      'install',
      'greet',
      '--agent',
      'claude-code',
      '--yes',
      '--json',
    )
    expect(status).toBe(8)
    expect(json()).toMatchObject({ error: { code: 'workspace.path-escape' } })
    expect(await readdir(outside)).toEqual([])
  })

  it('may be a link to skills/: then there is one skill, which stays as long as the app', async () => {
    const machine = await connectedMachine([{ version: '1.2.3' }])
    await mkdir(at(machine, '.claude'))
    await mkdir(at(machine, 'skills'))
    await symlink('../skills', at(machine, '.claude/skills'))
    await machine.cli('install', 'greet', '--agent', 'claude-code', '--yes')
    const { status } = await machine.cli('install', 'greet', '--agent', 'none', '--yes')
    expect(status).toBe(0)
    expect(await read(machine, own)).toContain('name: cli-app-greet')
    expect((await machine.cli('doctor')).status).toBe(0)
  })
})
