import path from 'node:path'
import type { OptionValues } from '@cli-apps/core/command-line'
import { isInside } from '@cli-apps/core/node'
import type { RunResult } from '@cli-apps/core/results'
import { createRuntime } from '@cli-apps/runtime'
import { type Command, changeOptions, textOption } from '../../command.ts'
import { programOption } from '../../run/program-option.ts'
import { runApps } from '../../run/run-apps.ts'
import { sandboxOption, sandboxPolicy } from '../../run/sandbox-option.ts'
import { splitStages } from '../../run/split-stages.ts'
import { longestAttached, timeLimit } from '../../run/time-limit.ts'
import { warnNoSandbox } from '../../run/warn-no-sandbox.ts'

export const run: Command<RunResult> = {
  summary: 'Run an installed app',
  usage: '[options] <name> [arguments of the app …] [--pipe <name> [arguments …]]',
  completes: ['installed', 'file'],
  passesArguments: true,
  options: {
    ...programOption,
    timeout: {
      type: 'string',
      value: 'SECONDS',
      description:
        'End the app after this time, 1 to 86400 (default: no limit; with --json, 60 or what the app says)',
    },
    ...sandboxOption,
    yes: { ...changeOptions.yes, description: 'Do not ask before calls that may delete or overwrite' },
    'stdin-file': {
      type: 'string',
      value: 'FILE',
      completes: 'file',
      description: 'Pass this file of the workspace as standard input',
    },
    'stdout-file': {
      type: 'string',
      value: 'FILE',
      completes: 'file',
      description: 'Write standard output to this file of the workspace',
    },
    overwrite: { type: 'boolean', description: 'With --stdout-file: replace an existing file' },
    'no-pipe': { type: 'boolean', description: 'Pass --pipe to the app like any other argument' },
  },
  async run(args, options, context) {
    const [first, ...others] = splitStages(args, { isOne: options['no-pipe'] === true })
    const limit = timeLimit(options, longestAttached)
    const { workspace, environment, config } = context
    if (sandboxPolicy(options).sandbox === undefined) await warnNoSandbox(context)
    await using runtime = await createRuntime({
      workspace: workspace.root,
      environment,
      home: config.home,
      outputCharacters: 1_000_000,
      ...sandboxPolicy(options),
    })
    const working_dir = isInside(workspace.root, context.cwd) ? context.cwd : workspace.root
    const call = {
      ...first,
      program: textOption(options, 'program'),
      ...(others.length > 0 && { pipe: others }),
      working_dir,
      ...fileOptions(options, context.cwd),
    }
    return await runApps(runtime, { call, ...limit, isConfirmed: options.yes === true }, context)
  },
}

/** Files are relative to where the person is. */
function fileOptions(options: OptionValues, cwd: string): Readonly<Record<string, unknown>> {
  const input = textOption(options, 'stdin-file')
  const output = textOption(options, 'stdout-file')
  return {
    ...(input !== undefined && { stdin_file: path.resolve(cwd, input) }),
    ...(output !== undefined && { stdout_file: path.resolve(cwd, output) }),
    ...(options.overwrite === true && { overwrite: true }),
  }
}
