import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type InstallRecord, programRecord } from '@cli-apps/core'
import { commandTool, walkChains } from '@cli-apps/core/command-tools'
import {
  cleanEnvironment,
  openRecordSignatures,
  readCommands,
  readOwnRecord,
  runProcess,
  workspaceAt,
  writeFileAtomic,
} from '@cli-apps/core/node'
import { createRuntime, type Runtime } from '../../../packages/runtime/src/index.ts'
import type { Recorded, RecordedApp, RecordedTask } from './recorded.ts'
import { files, handWritten, tasks } from './tasks.ts'

const methods = { jq: 'debian', ripgrep: 'debian', datamash: 'debian', prettier: 'npm' } as const
const installer = path.resolve(import.meta.dirname, '../../../services/installer/bin/cli-apps.js')

/** Installs the programs into a workspace of its own and records the tasks on them (network, bubblewrap). */
export async function recordConversations(): Promise<Recorded> {
  const base = await mkdtemp(path.join(tmpdir(), 'conversations-'))
  try {
    const workspace = workspaceAt(path.join(base, 'work'))
    const home = path.join(base, 'home')
    for (const [file, text] of Object.entries(files))
      await writeFileAtomic(path.join(workspace.root, file), text)
    const environment = { ...cleanEnvironment(process.env), CLI_APPS_HOME: home, CI: 'true' }
    for (const [name, method] of Object.entries(methods)) {
      const argv = [process.execPath, installer, 'install', name, '--method', method, '--yes']
      const { exitCode } = await runProcess(argv, { cwd: workspace.root, env: environment, timeout: 300_000 })
      if (exitCode !== 0) throw new Error(`${argv.slice(2).join(' ')} ended with ${exitCode}`)
    }
    const options = { workspace: workspace.root, home, environment, audit: false, installer: ['cli-apps'] }
    await using runtime = await createRuntime(options)
    await using whole = await createRuntime({ ...options, outputCharacters: 500_000 })
    const signatures = openRecordSignatures(home)
    const apps: RecordedApp[] = []
    for (const name of Object.keys(methods).sort()) {
      const record = await readOwnRecord(workspace, name as InstallRecord['name'], signatures)
      if (record === undefined) throw new Error(`${name} is not installed`)
      apps.push(await recordApp(record, workspace, whole))
    }
    const recorded: RecordedTask[] = []
    for (const task of tasks) recorded.push(await recordTask(task, runtime))
    const text = JSON.stringify({ tools: await runtime.tools.schemas('openai'), apps, tasks: recorded })
    return JSON.parse(text.replaceAll(base, '/home/me'))
  } finally {
    await rm(base, { recursive: true, force: true })
  }
}

async function recordApp(
  record: InstallRecord,
  workspace: ReturnType<typeof workspaceAt>,
  runtime: Runtime,
): Promise<RecordedApp> {
  const { name, manifest } = record
  const tree = await readCommands(workspace, programRecord(record, undefined))
  if (tree === undefined) throw new Error(`the help of ${name} was not read`)
  const chains = [...walkChains(tree)].filter((chain) => chain.at(-1)?.commands.length === 0)
  const commands = chains.map((chain) => {
    const { key, tool } = commandTool(manifest, chain)
    return { name: key.replaceAll('.', '_'), description: tool.description, input: tool.input }
  })
  const help = await runtime.tools.execute({
    name: 'run_cli_app',
    arguments: { name, args: ['--help'] },
  })
  const { stdout = '', stderr = '' } = help as { stdout?: string; stderr?: string }
  const { description, text } = handWritten[name] ?? { description: '', text: '' }
  return {
    name,
    version: record.program_version ?? record.version,
    program: manifest.entry_point,
    summary: manifest.summary,
    help: stdout === '' ? stderr : stdout,
    commands,
    handWritten: { description, text },
  }
}

/** Makes the calls as a model would, with everything that it reads on the way. */
async function recordTask(task: (typeof tasks)[number], { tools, context }: Runtime): Promise<RecordedTask> {
  const { app, message, args, query, stdinFile } = task
  const call = { name: app, args, ...(stdinFile !== undefined && { stdin_file: stdinFile }) }
  const execute = async (name: string, input: object): Promise<{ call: object; answer: object }> => ({
    call: { name, arguments: input },
    answer: await tools.execute({ name, arguments: input }),
  })
  const found = query === undefined ? undefined : await execute('find_cli_apps', { query })
  const skill = await execute('read_skill', { name: app })
  const run = await execute('run_cli_app', call)
  const { ok = false, stdout = '' } = run.answer as { ok?: boolean; stdout?: string }
  if (!ok) throw new Error(`${app} ${args.join(' ')}: ${JSON.stringify(run.answer)}`)
  return {
    ...{ app, message, args, stdout, skill, run },
    ...(stdinFile !== undefined && { stdinFile }),
    ...(query !== undefined && { query }),
    ...(found !== undefined && { found }),
    context: (await context(message)) ?? '',
  }
}
