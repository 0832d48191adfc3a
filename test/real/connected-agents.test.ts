import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createMachine, type Machine } from '../support/cli.ts'
import { oneCall } from '../support/scripted-model/script.ts'
import { startScriptedModel } from '../support/scripted-model/scripted-model.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const run = promisify(execFile)

interface Agent {
  id: string
  /** In the version of docs/agents.md. */
  npmPackage: string
  program: string
  /** Its own list of servers connects to each, without an account or a model. */
  lists?: boolean
  /** Arguments for its own list of skills; where it has none, for what else names those that its model is told of. */
  skills?: string[]
  /** Settles what a person would be asked, and which model is used. */
  prepare?(machine: Machine, url: string): Promise<void>
  /** Its own options and variables for a message without a person at the terminal. */
  converse(message: string, url: string): { args: string[]; environment: Record<string, string> }
}

const writeJson = async (file: string, value: unknown): Promise<void> => {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, JSON.stringify(value))
}

const agents: Agent[] = [
  {
    ...{ id: 'claude-code', npmPackage: '@anthropic-ai/claude-code@2.1.197', program: 'claude' },
    // The first event of a conversation names them.
    skills: [
      ...['-p', 'Hello', '--allowedTools', 'mcp__cli-apps__run_cli_app'],
      ...['--output-format', 'stream-json', '--verbose'],
    ],
    prepare: ({ workspace }) =>
      writeJson(path.join(workspace, '.claude/settings.local.json'), { enabledMcpjsonServers: ['cli-apps'] }),
    converse: (message, url) => ({
      args: ['-p', message, '--allowedTools', 'mcp__cli-apps__run_cli_app'],
      environment: {
        ...{ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'scripted' },
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      },
    }),
  },
  {
    ...{ id: 'codex', npmPackage: '@openai/codex@0.169.0', program: 'codex' },
    skills: ['debug', 'prompt-input', 'Hello'],
    async prepare({ home, workspace }, url) {
      await mkdir(path.join(home, '.codex'))
      const provider = `name = "scripted"\nbase_url = "${url}/v1"\nwire_api = "responses"\nenv_key = "SCRIPTED_KEY"`
      const settings = [
        'model = "scripted"\nmodel_provider = "scripted"',
        `[model_providers.scripted]\n${provider}`,
        `[projects."${workspace}"]\ntrust_level = "trusted"\n`,
      ]
      await writeFile(path.join(home, '.codex/config.toml'), settings.join('\n'))
    },
    converse: (message) => ({
      args: ['exec', '--dangerously-bypass-approvals-and-sandbox', message],
      environment: { SCRIPTED_KEY: 'scripted' },
    }),
  },
  {
    ...{ id: 'qwen-code', npmPackage: '@qwen-code/qwen-code@0.15.10', program: 'qwen', lists: true },
    converse: (message, url) => ({
      args: ['--auth-type', 'openai', '--approval-mode', 'yolo', '-p', message],
      environment: { OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'scripted', OPENAI_MODEL: 'scripted' },
    }),
  },
  {
    ...{ id: 'gemini-cli', npmPackage: '@google/gemini-cli@0.61.0', program: 'gemini' },
    skills: ['skills', 'list'],
    async prepare({ home, workspace }) {
      await writeJson(path.join(home, '.gemini/trustedFolders.json'), { [workspace]: 'TRUST_FOLDER' })
      await writeJson(path.join(home, '.gemini/settings.json'), {
        security: { auth: { selectedType: 'gemini-api-key' } },
      })
    },
    converse: (message, url) => ({
      args: ['--approval-mode', 'yolo', '-m', 'gemini-2.5-pro', '-p', message],
      environment: { GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: 'scripted' },
    }),
  },
  {
    ...{ id: 'opencode', npmPackage: 'opencode-ai@1.18.33', program: 'opencode', lists: true },
    skills: ['debug', 'skill'],
    async prepare({ workspace }, url) {
      const file = path.join(workspace, 'opencode.json')
      const options = { baseURL: `${url}/v1`, apiKey: 'scripted' }
      const scripted = { npm: '@ai-sdk/openai-compatible', options, models: { scripted: {} } }
      const settings = JSON.parse(await readFile(file, 'utf8'))
      await writeJson(file, { ...settings, model: 'scripted/scripted', provider: { scripted } })
    },
    converse: (message) => ({ args: ['run', message], environment: {} }),
  },
]

describe.each(agents)('$id', ({ id, npmPackage, program, lists, skills, prepare, converse }) => {
  it('reaches the server that connect wrote, answers with what an app printed, and lists the skill', async () => {
    const folder = await temporaryFolder()
    await run('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, npmPackage], { cwd: folder })
    const machine = await createMachine()
    const { workspace } = machine
    // Some agents behave differently on a build server.
    const { CI: _, ...environment } = machine.environment
    const call = async (args: string[], variables: Record<string, string> = {}): Promise<string> => {
      const asked = run(path.join(folder, 'node_modules/.bin', program), args, {
        ...{ cwd: workspace, env: { ...environment, ...variables }, timeout: 120_000 },
      })
      // Some wait for the end of their input.
      asked.child.stdin?.end()
      const { stdout, stderr } = await asked
      return `${stdout}${stderr}`
    }
    // Some take the home of the project for its border.
    await mkdir(path.join(workspace, '.git'))
    // Neither the script nor the message knows it.
    const answer = randomInt(1_000_000_000)
    await writeFile(path.join(workspace, 'data.json5'), `{answer: ${answer}, /* in JSON5 */ unit: 'm'}`)
    for (const args of [
      ['install', 'json5', '--method', 'npm', '--yes'],
      ['connect', id, '--yes'],
    ]) {
      const done = await machine.cli(...args)
      expect(done.status, done.stderr).toBe(0)
    }
    if (lists === true) expect(await call(['mcp', 'list'])).toMatch(/cli-apps[^\n]*connected/i)

    const model = await startScriptedModel(oneCall({ name: 'json5', args: ['data.json5'] }))
    await prepare?.(machine, model.url)
    const { args, environment: variables } = converse('Use json5 to turn data.json5 into JSON.', model.url)
    const answered = `\\"answer\\":${answer}`
    let said = await call(args, variables)
    // On a busy machine, Codex begins before a server that it has just started offers its tools.
    for (let again = 0; again < 9 && !said.includes(answered); again++) said = await call(args, variables)
    expect(said).toContain(answered)
    const [asked] = model.turns.filter(({ tools }) => tools.some((name) => name.endsWith('run_cli_app')))
    expect(asked?.said).toContain('turn data.json5 into JSON')
    if (skills !== undefined) expect(await call(skills, variables)).toContain('cli-app-json5')
  })
})
