import {
  cliCall,
  isAppError,
  localizedManifest,
  readerLocale,
  t,
  toErrorReport,
  UsageError,
} from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import { commandTool, findCommand, inputToArgv, splitToolKey } from '@cli-apps/core/command-tools'
import { isInside } from '@cli-apps/core/node'
import { type Command, type CommandResult, textOption } from '../../command.ts'
import type { CommandContext } from '../../context.ts'
import { programOption } from '../../run/program-option.ts'
import { type RunAnswer, runResult } from '../../run/run-result.ts'
import { timeLimit, timeLimitOption } from '../../run/time-limit.ts'
import { getAppCommands } from '../../tools/app-commands.ts'
import { listTools } from '../../tools/list-tools.ts'
import { readToolInput } from '../../tools/read-tool-input.ts'
import type { ToolsResult } from '../../tools/tools-result.ts'
import { settleWorkspace } from '../../workspace/settle-workspace.ts'

export const tools: Command<ToolsResult> = {
  summary: 'Use the commands of installed apps as typed tools',
  seesUserApps: true,
  usage: 'list | show <app.command> | run <app.command>',
  completes: [['list', 'show', 'run'], 'installed'],
  options: {
    query: { type: 'string', value: 'WORDS', description: 'With list: search for commands by purpose' },
    app: {
      type: 'string',
      value: 'NAME',
      completes: 'installed',
      description: 'With list: show only the commands of this app',
    },
    limit: {
      type: 'string',
      value: 'N',
      description: 'With list: show at most N commands (default: 100; with --query, 20)',
    },
    input: {
      type: 'string',
      value: 'JSON',
      description: 'With run: pass a JSON object, - for standard input, or @file',
    },
    'dry-run': { type: 'boolean', description: 'With run: print the arguments, and do not run' },
    ...programOption,
    ...timeLimitOption,
  },
  async run([verb, key, ...more], options, context) {
    const { workspace, signal, output } = context
    await settleWorkspace(workspace, { signal, notice: output.notice })
    if (verb === 'list' && key === undefined) return listTools(options, context)
    if (verb === 'show' && key !== undefined && more.length === 0) return showTool(key, options, context)
    if (verb === 'run' && key !== undefined && more.length === 0) return runTool(key, options, context)
    throw new UsageError(
      'cli.bad-tools',
      t('cli.bad-tools', 'Expected a subcommand: tools <list|show|run>.'),
      {
        hint: `${cliCall()} tools ${tools.usage}`,
      },
    )
  },
}

async function showTool(
  key: string,
  options: OptionValues,
  context: CommandContext,
): Promise<CommandResult<ToolsResult>> {
  const { app, command } = splitToolKey(key)
  const { title, manifest, tree } = await getAppCommands(app, context, textOption(options, 'program'))
  const { key: known, tool } = commandTool(
    localizedManifest(manifest, readerLocale()),
    findCommand(app, tree, command),
  )
  const exact = `${title}${known.slice(app.length)}`
  const text = [`${exact}  ${tool.description}`, ...JSON.stringify(tool.input, null, 2).split('\n')]
  return { value: { [exact]: tool }, text: text.join('\n') }
}

/** As with `run`, whatever keeps the program from running is a value and status 125. */
async function runTool(
  key: string,
  options: OptionValues,
  context: CommandContext,
): Promise<CommandResult<ToolsResult>> {
  const limit = timeLimit(options)
  try {
    const input = await readToolInput(textOption(options, 'input'), context)
    const program = textOption(options, 'program')
    if (options['dry-run'] === true) return await planTool(key, { input, program }, context)
    return runResult(await callTool(key, { input, program, ...limit }, context), context.output)
  } catch (error) {
    if (!isAppError(error)) throw error
    return runResult({ ok: false, error: toErrorReport(error) }, context.output)
  }
}

interface ToolInput {
  input: Readonly<Record<string, unknown>>
  program: string | undefined
}

async function planTool(
  key: string,
  { input, program }: ToolInput,
  context: CommandContext,
): Promise<CommandResult<ToolsResult>> {
  const { app, command } = splitToolKey(key)
  const { argv: prefix, tree } = await getAppCommands(app, context, program)
  const args = inputToArgv(findCommand(app, tree, command), input)
  const argv = [...prefix, ...args]
  return { value: { argv }, text: JSON.stringify(argv), isVerbatim: true }
}

async function callTool(
  key: string,
  call: ToolInput & { timeout?: number },
  { workspace, environment, config, cwd, signal }: CommandContext,
): Promise<RunAnswer> {
  const { app: name, command } = splitToolKey(key)
  const working_dir = isInside(workspace.root, cwd) ? cwd : workspace.root
  const { createRuntime } = await import('@cli-apps/runtime')
  await using runtime = await createRuntime({
    workspace: workspace.root,
    environment,
    home: config.home,
    outputCharacters: 1_000_000,
    jobAfterSeconds: Number.POSITIVE_INFINITY,
  })
  const input = { name, command, working_dir, ...call }
  return await runtime.tools.execute({ name: 'run_cli_app', arguments: input }, { signal })
}
