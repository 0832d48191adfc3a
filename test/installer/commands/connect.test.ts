import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { AgentId } from '@cli-apps/core'
import { exists } from '@cli-apps/core/node'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { describe, expect, it } from 'vitest'
import { connect } from '../../../services/installer/src/commands/setup/connect.ts'
import { connectClient } from '../../runtime/mcp/mcp-clients.ts'
import { createMachine, type Machine, programArgvOf } from '../../support/cli.ts'
import { greetMachine } from '../../support/greet-machine.ts'
import { installerUser } from '../../support/installer-context.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const inProject = ({ workspace }: Machine, file: string): string => path.join(workspace, file)
const inHome = ({ home }: Machine, file: string): string => path.join(home, file)
const read = (file: string): Promise<string> => readFile(file, 'utf8')
async function put(file: string, text: string): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, text)
  return text
}
const serverArgs = (machine: Machine): string[] => [
  ...programArgvOf('cli-apps').slice(1),
  'mcp',
  '--workspace',
  machine.workspace,
]

describe('connect', () => {
  it('registers a server that works exactly as the file names it', async () => {
    const machine = await greetMachine([{ version: '1.2.3' }])
    await machine.cli('install', 'greet', '--yes')
    const done = await machine.cli('connect', 'claude-code', '--yes', '--json')
    expect(done.status, done.stderr).toBe(0)
    const file = inProject(machine, '.mcp.json')
    expect(done.json()).toMatchObject({
      scope: 'project',
      changed: true,
      files: [{ file, agents: ['claude-code'], status: 'added' }],
      server: { tools: expect.arrayContaining(['run_cli_app', 'find_cli_apps']) },
    })
    const { command, args, env } = JSON.parse(await read(file)).mcpServers['cli-apps']
    expect([command, ...args]).toEqual([process.execPath, ...serverArgs(machine)])
    // Agents pass on few variables, and none of ours.
    expect(env.CLI_APPS_HOME).toBe(machine.environment.CLI_APPS_HOME)
    const cwd = await temporaryFolder()
    const transport = new StdioClientTransport({ command, args, env, cwd, stderr: 'ignore' })
    await using client = await connectClient(transport, 'modern')
    const greeted = await client.call('run_cli_app', { name: 'greet', args: ['--version'] })
    expect(greeted.structuredContent).toMatchObject({ ok: true })
  })

  it('adds the declared MCP servers to the command, as long as the workspace declares any', async () => {
    const machine = await createMachine()
    const declare = (servers: unknown[]): Promise<string> =>
      put(inProject(machine, 'cli-apps.json'), JSON.stringify({ apps: {}, mcp_servers: servers }))
    const argsOf = async (): Promise<string[]> =>
      JSON.parse(await read(inProject(machine, '.mcp.json'))).mcpServers['cli-apps'].args
    await declare([{ name: 'far', url: 'https://far.test/mcp' }])
    expect((await machine.cli('connect', 'claude-code', '--yes')).status).toBe(0)
    expect(await argsOf()).toEqual([...serverArgs(machine), '--with-servers'])
    await declare([])
    expect((await machine.cli('connect', 'claude-code', '--yes', '--json')).json()).toMatchObject({
      files: [{ status: 'updated' }],
    })
    expect(await argsOf()).toEqual(serverArgs(machine))
  })

  it('places skills for the agent, and disconnect removes them', async () => {
    const machine = await greetMachine([{ version: '1.2.3' }])
    await machine.cli('install', 'greet', '--yes', '--agent', 'codex')
    const copy = inProject(machine, '.claude/skills/cli-app-greet/SKILL.md')
    const plan = await machine.cli('connect', 'claude-code', '--dry-run')
    expect(plan.stdout).toContain(copy)
    expect(await exists(copy)).toBe(false)
    expect((await machine.cli('connect', 'claude-code', '--yes')).status).toBe(0)
    expect(await exists(copy)).toBe(true)
    expect((await machine.cli('verify')).status).toBe(0)
    expect(JSON.parse(await read(inProject(machine, 'cli-apps.json'))).agents).toEqual(['claude-code'])
    expect((await machine.cli('disconnect', 'claude-code', '--yes')).status).toBe(0)
    expect(await exists(copy)).toBe(false)
    expect(await exists(inProject(machine, '.agents/skills/cli-app-greet/SKILL.md'))).toBe(true)
    expect(JSON.parse(await read(inProject(machine, 'cli-apps.json'))).agents).toBeUndefined()
    expect((await machine.cli('verify')).status).toBe(0)
  })

  it('shows calls of the tool in the skills of connected agents, and for a shell elsewhere', async () => {
    const recipes = [{ id: 'greet', task: 'Greet somebody', call: { args: ["it's $HOME"], stdin: 'a\n' } }]
    const machine = await greetMachine([{ version: '1.2.3', changes: { recipes } }])
    await machine.cli('install', 'greet', '--yes', '--agent', 'claude-code,cursor')
    const skill = (folder: string): Promise<string> =>
      read(inProject(machine, `${folder}/cli-app-greet/SKILL.md`))
    const shell = `printf 'a\\n' | cli-apps run greet "it's \\$HOME"`
    for (const folder of ['.claude/skills', '.cursor/skills']) {
      expect(await skill(folder)).toContain(shell)
      expect(await skill(folder)).not.toContain('run_cli_app')
    }
    expect(await skill('skills')).toContain('{"name": "greet", "args": ["it\'s $HOME"]')
    expect((await machine.cli('connect', 'cursor', '--yes')).status).toBe(0)
    expect(await skill('.cursor/skills')).toBe(await skill('skills'))
    expect(await skill('.claude/skills')).toContain(shell)
    const again = await machine.cli('install', 'greet', '--dry-run', '--json')
    expect(again.json()).toMatchObject({ changes: [{ effects: [] }] })
    expect((await machine.cli('verify')).status).toBe(0)
    expect((await machine.cli('disconnect', 'cursor', '--yes')).status).toBe(0)
    expect(await skill('.cursor/skills')).toContain(shell)
  })

  it('says of an agent without a known file that it gets skills only, and what to register by hand', async () => {
    const machine = await createMachine()
    const plan = await machine.cli('connect', 'trae', '--dry-run')
    expect(plan.stdout).not.toContain('start the server')
    const { status, stdout } = await machine.cli('connect', 'trae', '--yes')
    expect(status).toBe(0)
    expect(stdout).not.toMatch(/connected|restart/)
    expect(stdout).toMatch(/^Trae: gets skills only\. .* mcp --workspace /)
    const both = await machine.cli('connect', 'trae', 'codex', '--yes')
    expect(both.stdout).toMatch(/^Codex: connected\. /)
    expect(both.stdout).toContain('Trae: gets skills only.')
  })

  it('changes nothing when it is repeated, and needs no confirmation then', async () => {
    const machine = await createMachine()
    const agents = ['claude-code', 'codex', 'opencode']
    expect((await machine.cli('connect', ...agents)).status).toBe(2)
    expect(await readdir(machine.workspace)).toEqual([])
    expect((await machine.cli('connect', ...agents, '--yes')).status).toBe(0)
    const files = ['.mcp.json', '.codex/config.toml', 'opencode.json', '.cli-apps/connections.json']
    const before = await Promise.all(files.map((file) => stat(inProject(machine, file))))
    const again = await machine.cli('connect', ...agents, '--json')
    expect(again.json()).toMatchObject({ changed: false, server: { tools: expect.any(Array) } })
    const after = await Promise.all(files.map((file) => stat(inProject(machine, file))))
    expect(after.map(({ ino, mtimeMs }) => [ino, mtimeMs])).toEqual(
      before.map(({ ino, mtimeMs }) => [ino, mtimeMs]),
    )
  })

  it('keeps bytes, permissions, line endings and a byte order mark, and disconnect restores them', async () => {
    const machine = await createMachine()
    const texts = {
      '.mcp.json': '\uFEFF{\r\n  "mcpServers": {\r\n    "x": { "command": "x" }\r\n  }\r\n}\r\n',
      '.codex/config.toml': '# mine\nmodel = "o3"  # best\n\n[mcp_servers.x]\ncommand = "x"\n',
      'opencode.jsonc': '{\n  // theme\n  "theme": "dark", /* ok */\n}',
      '.vscode/mcp.json': '{\n\t"servers": {},\n\t"inputs": []\n}\n',
    }
    for (const [file, text] of Object.entries(texts)) {
      await put(inProject(machine, file), text)
      await chmod(inProject(machine, file), 0o640)
    }
    const agents = ['claude-code', 'codex', 'opencode', 'github-copilot', 'cursor']
    const done = await machine.cli('connect', ...agents, '--yes')
    expect(done.status, done.stderr).toBe(0)
    for (const [file, text] of Object.entries(texts)) {
      const now = await read(inProject(machine, file))
      expect(now, file).not.toBe(text)
      expect(now.includes('\r\n')).toBe(text.includes('\r\n'))
      expect((await stat(inProject(machine, file))).mode & 0o777, file).toBe(0o640)
      const [saved = ''] = (await readdir(inProject(machine, '.cli-apps/saved/agents'))).filter((name) =>
        name.startsWith(file.replace(/^\./, '').replace('/', '-')),
      )
      expect(await read(inProject(machine, `.cli-apps/saved/agents/${saved}`)), file).toBe(text)
    }
    expect(await exists(inProject(machine, '.cursor/mcp.json'))).toBe(true)
    expect((await machine.cli('disconnect', ...agents, '--yes')).status).toBe(0)
    for (const [file, text] of Object.entries(texts)) {
      expect(await read(inProject(machine, file)), file).toBe(text)
      expect((await stat(inProject(machine, file))).mode & 0o777, file).toBe(0o640)
    }
    expect(await exists(inProject(machine, '.cursor'))).toBe(false)
    expect(await exists(inProject(machine, '.cli-apps/connections.json'))).toBe(false)
  })

  it('keeps what others change in the meantime', async () => {
    const machine = await createMachine()
    await machine.cli('connect', 'claude-code', 'cursor', '--yes')
    for (const name of ['.mcp.json', '.cursor/mcp.json']) {
      const file = inProject(machine, name)
      const servers = JSON.parse(await read(file))
      servers.mcpServers.other = { command: 'other' }
      await writeFile(file, JSON.stringify(servers, null, 4))
    }
    expect((await machine.cli('disconnect', 'claude-code', 'cursor', '--yes')).status).toBe(0)
    for (const name of ['.mcp.json', '.cursor/mcp.json'])
      expect(JSON.parse(await read(inProject(machine, name)))).toEqual({
        mcpServers: { other: { command: 'other' } },
      })
  })

  it('leaves a file that two agents read until both are disconnected', async () => {
    const machine = await createMachine()
    await machine.cli('connect', 'claude-code', 'github-copilot', '--yes')
    const file = inProject(machine, '.mcp.json')
    const text = await read(file)
    const first = await machine.cli('disconnect', 'claude-code', '--yes', '--json')
    expect(first.json()).toMatchObject({ files: [{ file, status: 'unchanged' }] })
    expect(await read(file)).toBe(text)
    await machine.cli('disconnect', 'github-copilot', '--yes')
    expect(await exists(file)).toBe(false)
    expect(await exists(inProject(machine, '.vscode'))).toBe(false)
  })

  it('takes over the entry of another installation of cli-apps, as in a cloned project', async () => {
    const machine = await createMachine()
    const file = inProject(machine, '.mcp.json')
    const args = ['/elsewhere/cli-apps.js', 'mcp', '--workspace', '/elsewhere/project']
    const entry = { type: 'stdio', command: '/elsewhere/node', args }
    await put(file, JSON.stringify({ mcpServers: { 'cli-apps': entry } }))
    const done = await machine.cli('connect', 'claude-code', '--yes', '--json')
    expect(done.json()).toMatchObject({ files: [{ status: 'updated' }] })
    expect(JSON.parse(await read(file)).mcpServers['cli-apps'].args).toEqual(serverArgs(machine))
  })
})

describe('connect refuses, and changes nothing:', () => {
  async function refused(machine: Machine, ...words: string[]): Promise<string> {
    const before = await readdir(machine.workspace, { recursive: true })
    const done = await machine.cli('connect', ...words, '--yes')
    expect(done.status).not.toBe(0)
    expect(await readdir(machine.workspace, { recursive: true })).toEqual(before)
    return `${done.status} ${done.stderr}`
  }

  it.each([
    [
      'another server of that name',
      '{"mcpServers":{"cli-apps":{"command":"evil"}}}',
      /^5 .*already has a server/,
    ],
    [
      'an entry of ours that a person extended',
      '{"mcpServers":{"cli-apps":{"type":"stdio","command":"n","args":["/x/cli-apps.js","mcp"],"timeout":9}}}',
      /^5 .*already has a server/,
    ],
    [
      'a file with an error',
      '{\n  "mcpServers": {\n',
      /^3 .*\.mcp\.json cannot be edited: it is not valid JSON \(line 3\)/,
    ],
  ])('%s', async (_, text, reason) => {
    const machine = await createMachine()
    await put(inProject(machine, '.mcp.json'), text)
    // The other agent, which could be connected, is not.
    expect(await refused(machine, 'codex', 'claude-code')).toMatch(reason)
    expect(await read(inProject(machine, '.mcp.json'))).toBe(text)
  })

  it('a file that is not UTF-8', async () => {
    const machine = await createMachine()
    await writeFile(inProject(machine, '.mcp.json'), Buffer.from([0x7b, 0xff, 0x7d]))
    expect(await refused(machine, 'claude-code')).toMatch(/^3 .*is not UTF-8/)
  })

  it('a huge file', async () => {
    const machine = await createMachine()
    await put(inProject(machine, '.mcp.json'), `{"a":"${'x'.repeat(17 * 2 ** 20)}"}`)
    expect(await refused(machine, 'claude-code')).toMatch(/^9 /)
  })

  it('a link out of the workspace, for the file and for its folder', async () => {
    const machine = await createMachine()
    const outside = inHome(machine, 'mcp.json')
    await put(outside, '{}')
    await symlink(outside, inProject(machine, '.mcp.json'))
    expect(await refused(machine, 'claude-code')).toMatch(/^8 .*is a link/)
    await symlink(machine.home, inProject(machine, '.cursor'))
    expect(await refused(machine, 'cursor')).toMatch(/^8 /)
    expect(await read(outside)).toBe('{}')
  })

  it('agents that it does not know, and agents without a file in this scope', async () => {
    const machine = await createMachine()
    expect(await refused(machine)).toMatch(/^2 .*Name one agent/)
    expect(await refused(machine, 'claude')).toMatch(/^2 .*claude-code/s)
    expect(await refused(machine, 'goose')).toMatch(/^7 .*cli-apps connect goose --user/s)
    expect(await refused(machine, 'trae', '--user')).toMatch(/^7 /)
    expect(await exists(inHome(machine, 'config/goose'))).toBe(false)
  })

  it('a server that does not start', async () => {
    // Within this process, what would be registered is the test runner.
    const user = await installerUser({})
    await expect(user.call(connect, ['claude-code'], { yes: true })).rejects.toMatchObject({
      code: 'connect.proof-failed',
    })
    expect(await exists(path.join(user.workspace, '.mcp.json'))).toBe(false)
    expect(await exists(path.join(user.workspace, 'cli-apps.json'))).toBe(false)
    await expect(user.call(connect, ['cursor'], { yes: true, user: true })).rejects.toThrow()
    expect(await exists(path.join(user.home, '.cursor'))).toBe(false)
  })
})

describe('connect --user', () => {
  it('edits the file of the user behind a link, keeps a backup beside it, and disconnect restores it', async () => {
    const machine = await createMachine()
    const text = await put(
      inHome(machine, 'dotfiles/goose.yaml'),
      '# mine\nextensions:\n  x: {cmd: x} # of x\n',
    )
    await chmod(inHome(machine, 'dotfiles/goose.yaml'), 0o600)
    const file = inHome(machine, 'config/goose/config.yaml')
    await mkdir(path.dirname(file), { recursive: true })
    await symlink(inHome(machine, 'dotfiles/goose.yaml'), file)
    const done = await machine.cli('connect', 'goose', 'windsurf', '--user', '--yes')
    expect(done.status, done.stderr).toBe(0)
    expect(await readdir(machine.workspace)).toEqual([])
    expect(await read(inHome(machine, 'dotfiles/goose.yaml.before-cli-apps'))).toBe(text)
    expect(await read(file)).toMatch(/^# mine\nextensions:\n {2}cli-apps:\n {4}enabled: true\n/)
    expect(await read(file)).toContain('\n  x: {cmd: x} # of x\n')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const windsurf = inHome(machine, '.codeium/windsurf/mcp_config.json')
    expect(JSON.parse(await read(windsurf)).mcpServers['cli-apps'].args.at(-1)).toBe('mcp')
    expect((await stat(windsurf)).mode & 0o777).toBe(0o600)
    expect((await machine.cli('disconnect', 'goose', 'windsurf', '--user', '--yes')).status).toBe(0)
    expect(await read(file)).toBe(text)
    expect(await exists(windsurf)).toBe(false)
    expect(await exists(path.join(machine.environment.CLI_APPS_HOME ?? '', 'connections.json'))).toBe(false)
  })

  it('restores the files that were written when another cannot be', async () => {
    const machine = await createMachine()
    const text = await put(inHome(machine, '.cursor/mcp.json'), '{}')
    // A folder where the file of the next agent belongs to be written.
    await put(inHome(machine, '.gemini'), 'a file in place of the folder')
    const done = await machine.cli('connect', 'cursor', 'gemini-cli', '--user', '--yes')
    expect(done.status).not.toBe(0)
    expect(await read(inHome(machine, '.cursor/mcp.json'))).toBe(text)
    expect((await machine.cli('connect', '--list')).stdout).not.toContain('connected: ')
  })

  it('adds a server to the list that Mistral Vibe keeps, and disconnect restores the file', async () => {
    const machine = await createMachine()
    const text = await put(
      inHome(machine, '.vibe/config.toml'),
      'active_model = "m" # mine\nmcp_servers = []\n\n[tools.bash]\npermission = "ask"\n',
    )
    const connectVibe = ['connect', 'mistral-vibe', '--user', '--yes', '--json']
    const done = await machine.cli(...connectVibe)
    expect(done.json(), done.stderr).toMatchObject({
      files: [{ file: inHome(machine, '.vibe/config.toml'), status: 'added' }],
      server: { tools: expect.arrayContaining(['run_cli_app']) },
    })
    const now = await read(inHome(machine, '.vibe/config.toml'))
    expect(now).toContain('mcp_servers = [{ name = "cli-apps", transport = "stdio", command = [ ')
    expect((await machine.cli(...connectVibe)).json()).toMatchObject({ changed: false })
    expect((await machine.cli('connect', '--list')).stdout).toMatch(/mistral-vibe .*connected: /)
    expect((await machine.cli('disconnect', 'mistral-vibe', '--user', '--yes')).status).toBe(0)
    expect(await read(inHome(machine, '.vibe/config.toml'))).toBe(text)
  })

  const nestedAgents: { id: AgentId; path: string; mine: string; keys: [string, string]; wrong: string }[] = [
    {
      id: 'openclaw',
      path: '.openclaw/openclaw.json',
      mine: "// mine\n{\n  gateway: { mode: 'local' }, // here\n  mcp: {\n    servers: {\n      x: { command: 'x' }, // of x\n    },\n    sessionIdleTtlMs: 9,\n  },\n}\n",
      keys: ['mcp', 'servers'],
      wrong: "{ mcp: { servers: 'none' } }",
    },
    {
      id: 'nanobot',
      path: '.nanobot/config.json',
      mine: '{\n  "agents": {},\n  "tools": {\n    "exec": { "timeout": 60 },\n    "mcpServers": {\n      "x": { "command": "x" }\n    }\n  }\n}\n',
      keys: ['tools', 'mcpServers'],
      wrong: '{ "tools": { "mcpServers": [] } }',
    },
  ]

  it.each(nestedAgents)(
    'adds a server under the nested keys of $id, and disconnect restores the file',
    async (agent) => {
      const machine = await createMachine()
      const file = inHome(machine, agent.path)
      const connectAgent = ['connect', agent.id, '--user', '--yes', '--json']
      const disconnect = ['disconnect', agent.id, '--user', '--yes']
      const [outer, inner] = agent.keys

      expect((await machine.cli(...connectAgent)).json()).toMatchObject({
        files: [{ file, status: 'added' }],
      })
      const created = JSON.parse(await read(file))
      expect(Object.keys(created)).toEqual([outer])
      expect(created[outer][inner]).toEqual({
        'cli-apps': {
          command: process.execPath,
          args: [...serverArgs(machine).slice(0, -2)],
          env: expect.anything(),
        },
      })
      expect((await machine.cli(...disconnect)).status).toBe(0)
      expect(await exists(file)).toBe(false)

      await put(file, agent.mine)
      expect((await machine.cli(...connectAgent)).json()).toMatchObject({
        files: [{ file, status: 'added' }],
      })
      expect(await read(`${file}.before-cli-apps`)).toBe(agent.mine)
      for (const line of agent.mine.split('\n')) expect(await read(file)).toContain(line)
      expect((await machine.cli(...connectAgent)).json()).toMatchObject({ changed: false })
      expect((await machine.cli('connect', '--list')).stdout).toContain(`connected: ${file}`)
      expect((await machine.cli(...disconnect)).status).toBe(0)
      expect(await read(file)).toBe(agent.mine)
    },
  )

  it.each(nestedAgents)(
    'refuses a file of $id with something else under the keys, which it names',
    async (agent) => {
      const machine = await createMachine()
      const file = inHome(machine, agent.path)
      await put(file, agent.wrong)
      const done = await machine.cli('connect', agent.id, '--user', '--yes')
      expect([done.status, await read(file)]).toEqual([3, agent.wrong])
      expect(done.stderr).toContain(`"${agent.keys.join('.')}" is not an object`)
      const project = await machine.cli('connect', agent.id, '--yes')
      expect([project.status, project.stderr]).toEqual([
        7,
        expect.stringContaining(`cli-apps connect ${agent.id} --user`),
      ])
    },
  )

  it('adds its server where the file spells the keys in the other way that the agent reads', async () => {
    const machine = await createMachine()
    const text = '{ "tools": { "mcp_servers": { "x": { "command": "x" } } } }'
    const file = inHome(machine, '.nanobot/config.json')
    await put(file, text)
    expect((await machine.cli('connect', 'nanobot', '--user', '--yes')).status).toBe(0)
    expect(Object.keys(JSON.parse(await read(file)).tools.mcp_servers)).toEqual(['cli-apps', 'x'])
    expect((await machine.cli('disconnect', 'nanobot', '--user', '--yes')).status).toBe(0)
    expect(await read(file)).toBe(text)
  })

  it('disconnects what an earlier version recorded', async () => {
    const machine = await createMachine()
    await machine.cli('connect', 'cursor', '--user', '--yes')
    const record = path.join(machine.environment.CLI_APPS_HOME ?? '', 'connections.json')
    const { files, ...rest } = JSON.parse(await read(record))
    const [{ servers, kept, edit: _, ...connection }] = files
    expect([servers, kept]).toEqual([['mcpServers'], 0])
    await writeFile(
      record,
      JSON.stringify({ ...rest, files: [{ ...connection, servers: 'mcpServers', whole: true }] }),
    )
    expect((await machine.cli('disconnect', 'cursor', '--user', '--yes')).status).toBe(0)
    expect(await exists(inHome(machine, '.cursor/mcp.json'))).toBe(false)
  })

  it('goes where the agent is told to keep its settings', async () => {
    const machine = await createMachine()
    const folder = inHome(machine, 'elsewhere')
    const moved = { ...machine.environment, CODEX_HOME: folder }
    const other = await createMachine(moved)
    expect((await other.cli('connect', 'codex', '--user', '--yes')).status).toBe(0)
    expect(await read(path.join(folder, 'config.toml'))).toContain('[mcp_servers.cli-apps]')
    const file = path.join(folder, 'claw.json5')
    const claw = await createMachine({
      ...machine.environment,
      OPENCLAW_STATE_DIR: '~/state',
      OPENCLAW_CONFIG_PATH: file,
    })
    expect((await claw.cli('connect', 'openclaw', '--user', '--yes')).status).toBe(0)
    expect(JSON.parse(await read(file)).mcp.servers).toHaveProperty('cli-apps')
    const { OPENCLAW_CONFIG_PATH: _, ...environment } = claw.environment
    const inState = await createMachine(environment)
    expect((await inState.cli('connect', 'openclaw', '--user', '--yes')).status).toBe(0)
    expect(await exists(inHome(machine, 'state/openclaw.json'))).toBe(true)
  })
})

it('connect --list shows the agents that are here, and which are connected', async () => {
  const machine = await createMachine()
  expect((await machine.cli('connect', '--list')).stdout).toContain('No agent was found')
  await put(inProject(machine, 'CLAUDE.md'), '')
  await put(inProject(machine, '.trae/rules.md'), '')
  await put(inHome(machine, '.codeium/windsurf/x'), '')
  await machine.cli('connect', 'cursor', '--yes')
  const { agents } = (await machine.cli('connect', '--list', '--json')).json<{
    agents: { agent: string; connected: object[] }[]
  }>()
  expect(agents.map(({ agent, connected }) => [agent, connected])).toEqual([
    ['claude-code', []],
    ['cursor', [{ scope: 'project', file: inProject(machine, '.cursor/mcp.json') }]],
    ['windsurf', []],
    ['trae', []],
  ])
  const { stdout } = await machine.cli('connect', '--list')
  expect(stdout).toMatch(/windsurf .*cli-apps connect windsurf --user/)
  expect(stdout).toMatch(/trae .*reads skills/)
})

it('disconnect says what became of each file, and where else the agent is connected', async () => {
  const machine = await createMachine()
  const mine = await put(inHome(machine, '.claude.json'), '{"theme": "dark"}')
  await machine.cli('connect', 'claude-code', '--user', '--yes')
  await machine.cli('connect', 'claude-code', '--yes')
  const project = (await machine.cli('disconnect', 'claude-code', '--yes')).stdout
  expect(project).toContain(`${inProject(machine, '.mcp.json')} was deleted; nothing else was in it`)
  expect(project).toContain('still connected. Run: cli-apps disconnect claude-code --user')
  expect((await machine.cli('disconnect', 'claude-code', '--yes')).stdout).toContain('--user')
  const user = (await machine.cli('disconnect', 'claude-code', '--user', '--yes')).stdout
  expect(user).toContain(`the server was removed from ${inHome(machine, '.claude.json')}`)
  expect(user).not.toContain('still connected')
  expect(await read(inHome(machine, '.claude.json'))).toBe(mine)
})

it('disconnect leaves alone what is not ours', async () => {
  const machine = await createMachine()
  expect((await machine.cli('disconnect', 'claude-code')).stdout).toContain('not connected')
  await machine.cli('connect', 'claude-code', '--yes')
  const file = inProject(machine, '.mcp.json')
  await writeFile(file, '{"mcpServers":{"cli-apps":{"command":"mine"}}}')
  const refused = await machine.cli('disconnect', 'claude-code', '--yes')
  expect([refused.status, await read(file)]).toEqual([5, '{"mcpServers":{"cli-apps":{"command":"mine"}}}'])
  // Removed by hand: only the record is left to remove.
  await writeFile(file, '{"mcpServers":{}}')
  expect((await machine.cli('disconnect', 'claude-code', '--yes')).status).toBe(0)
  expect(await read(file)).toBe('{"mcpServers":{}}')
})

it('init names the agents that can be connected', async () => {
  const machine = await createMachine()
  await put(inProject(machine, 'CLAUDE.md'), '')
  const done = await machine.cli('init', '--yes')
  expect(done.stdout).toContain('cli-apps connect claude-code')
  await machine.cli('connect', 'claude-code', '--yes')
  expect((await machine.cli('init', '--yes')).stdout).not.toContain('cli-apps connect')
})
