import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { exists } from '@cli-apps/core/node'
import { expect, it, onTestFinished } from 'vitest'
import { createMachine, type Machine } from '../support/cli.ts'
import { feishuManifest, feishuPackage } from '../support/feishu-package.ts'
import { npmRegistry } from '../support/npm-registry.ts'
import { startRegistry } from '../support/registry-process.ts'
import { type ChatRequest, type ScriptedModel, scriptedModel } from '../support/scripted-model.ts'

const agent = fileURLToPath(new URL('../../examples/agent/agent.mjs', import.meta.url))

/** A machine on which the app was published to a registry and installed from there. */
async function machineWithFeishu(): Promise<Machine> {
  const npm = await npmRegistry([feishuPackage])
  const machine = await createMachine({
    CLI_APPS_MIRRORS: `https://registry.npmjs.org/=${npm.url}/`,
    npm_config_fetch_retries: '0',
  })
  const registry = await startRegistry(machine, '--no-seed')
  machine.environment.CLI_APPS_REGISTRY = registry.url
  machine.environment.CLI_APPS_TOKEN = await registry.token('ann', 'publish:feishu')
  const manifest = path.join(machine.workspace, 'feishu.json')
  await writeFile(manifest, JSON.stringify(feishuManifest))
  const published = await machine.cli('publish', manifest, '--yes')
  expect(published.status, published.stderr).toBe(0)
  const installed = await machine.cli('install', 'feishu', '--yes')
  expect(installed.status, installed.stderr).toBe(0)
  expect(await registry.stop()).toBe(0)
  return machine
}

/** Starts the example as its reader would, in the workspace. */
function startAgent(
  { workspace, environment }: Machine,
  model: ScriptedModel,
  ...said: string[]
): ChildProcess {
  const child = spawn(
    process.execPath,
    ['--conditions=@cli-apps/source', '--import', fileURLToPath(import.meta.resolve('tsx')), agent, ...said],
    {
      cwd: workspace,
      env: {
        ...environment,
        OPENAI_BASE_URL: model.url,
        OPENAI_API_KEY: model.key,
        OPENAI_MODEL: 'scripted',
      },
    },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function answerOf(child: ChildProcess): Promise<{ status: unknown; stdout: string; stderr: string }> {
  const ended = once(child, 'exit')
  if (child.stdout === null || child.stderr === null) throw new Error('the agent has no pipes')
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [status] = await ended
  return { status, stdout, stderr }
}

/** The result of the call before, which the last message brings. */
function resultIn({ messages }: ChatRequest): Record<string, unknown> {
  const last = messages.at(-1)
  expect(last).toMatchObject({ role: 'tool' })
  return JSON.parse(last?.content ?? '')
}

it('帮我用 @feishu 导出一下今天的会议记录: mention, skill, runs, and an answer made of what they gave', async () => {
  const machine = await machineWithFeishu()
  const said = '帮我用 @feishu 导出一下今天的会议记录'
  const context = [
    '[Runtime Context]',
    'CLI App Mention: @feishu (installed; tool=run_cli_app; entry_point=feishu; skill=skills/cli-app-feishu/SKILL.md). Read the skill when useful, then run this app with run_cli_app; do not bypass it with shell.',
    '[/Runtime Context]',
  ].join('\n')
  const model = await scriptedModel([
    ({ messages, tools }) => {
      expect(messages.map(({ role }) => role)).toEqual(['system', 'user'])
      expect(messages[0]?.content).toContain('cli-app-feishu')
      expect(messages[1]?.content).toBe(`${said}\n\n${context}`)
      expect(tools.map(({ function: { name } }) => name)).toEqual(
        expect.arrayContaining(['run_cli_app', 'read_skill']),
      )
      expect(tools[0]?.function.description).toContain('- feishu: Meeting minutes')
      return { calls: [{ name: 'read_skill', arguments: { name: 'cli-app-feishu' } }] }
    },
    (request) => {
      const skill = resultIn(request)
      expect(skill).toMatchObject({ ok: true, name: 'cli-app-feishu' })
      expect(skill.text).toContain('"args": ["minutes", "list", "--date", "today", "--json"]')
      expect(skill.text).toContain('### `minutes export <id>`')
      const args = ['minutes', 'list', '--date', 'today', '--json']
      return { calls: [{ name: 'run_cli_app', arguments: { name: 'feishu', args } }] }
    },
    (request) => {
      const listed = resultIn(request)
      expect(listed).toMatchObject({ ok: true, exit_code: 0 })
      const [{ id, title }] = JSON.parse(String(listed.stdout))
      const args = ['minutes', 'export', id, '--output', `${title}.md`]
      return { calls: [{ name: 'run_cli_app', arguments: { name: 'feishu', args } }] }
    },
    (request) => {
      const exported = resultIn(request)
      expect(exported).toMatchObject({ ok: true, exit_code: 0, files: [{ path: '周会.md' }] })
      const [file] = exported.files as { path: string }[]
      return { say: `今天的会议记录已导出到 ${file?.path}。` }
    },
  ])
  const child = startAgent(machine, model, said)
  child.stdin?.end()
  const { status, stdout, stderr } = await answerOf(child)
  expect(model.failures, stderr).toEqual([])
  expect(stdout).toBe('今天的会议记录已导出到 周会.md。\n')
  expect([status, model.left()]).toEqual([0, 0])
  expect(await readFile(path.join(machine.workspace, '周会.md'), 'utf8')).toBe('# 周会\n\n决定：周五发布。\n')
}, 900_000)

it('asks in the terminal before the app deletes, and begins a turn when a job ends', async () => {
  const machine = await machineWithFeishu()
  const file = path.join(machine.workspace, '周会.md')
  await writeFile(file, 'kept?')
  const remove = {
    name: 'run_cli_app',
    arguments: { name: 'feishu', args: ['minutes', 'delete', '周会.md'] },
  }
  const args = ['minutes', 'list', '--date', 'today', '--json']
  const model = await scriptedModel([
    () => ({ calls: [remove] }),
    (request) => {
      expect(resultIn(request)).toMatchObject({ ok: false, error: { code: 'user.refused' } })
      return { calls: [remove] }
    },
    (request) => {
      expect(resultIn(request)).toMatchObject({ ok: true, exit_code: 0 })
      return { calls: [{ name: 'run_cli_app', arguments: { name: 'feishu', args, background: true } }] }
    },
    (request) => {
      expect(resultIn(request)).toMatchObject({ ok: true, job: { status: 'pending' } })
      return { say: 'Begun.' }
    },
    ({ messages }) => {
      const [, id = ''] = /^\[Job (\S+) of feishu ended: done\./.exec(messages.at(-1)?.content ?? '') ?? []
      return { calls: [{ name: 'job_result', arguments: { id } }] }
    },
    (request) => {
      expect(JSON.stringify(resultIn(request))).toContain('m-17')
      return { say: 'Ended.' }
    },
  ])
  const child = startAgent(machine, model)
  const answers = ['no\n', 'y\n']
  const keptAt: boolean[] = []
  child.stdin?.write('删掉 周会.md\n')
  let asked = 0
  let shown = ''
  child.stderr?.on('data', async (chunk: Buffer) => {
    shown += chunk
    if (shown.split('Do it? [y/N]').length - 1 <= asked) return
    asked += 1
    keptAt.push(await exists(file))
    child.stdin?.write(answers[asked - 1] ?? '')
  })
  child.stdout?.on('data', (chunk: Buffer) => {
    if (chunk.includes('Ended.')) child.stdin?.end()
  })
  const { status, stdout, stderr } = await answerOf(child)
  expect(model.failures, stderr).toEqual([])
  expect([status, stdout]).toEqual([0, 'Begun.\nEnded.\n'])
  expect([keptAt, await exists(file)]).toEqual([[true, true], false])
}, 900_000)
