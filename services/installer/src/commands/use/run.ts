import path from 'node:path'
import type { OptionValues } from '@cli-apps/core/command-line'
import type { RunResult } from '@cli-apps/core/results'
import { type Command, changeOptions, textOption } from '../../command.ts'
import { openRunRuntime, runFolder } from '../../run/open-run-runtime.ts'
import { programOption } from '../../run/program-option.ts'
import { runApps } from '../../run/run-apps.ts'
import { sandboxOption } from '../../run/sandbox-option.ts'
import { splitStages } from '../../run/split-stages.ts'
import { longestAttached, timeLimit } from '../../run/time-limit.ts'

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
    yes: { ...changeOptions.yes, description: 'Do not ask before destructive calls' },
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
    await using runtime = await openRunRuntime(options, context)
    const call = {
      ...first,
      program: textOption(options, 'program') ?? first.program,
      ...(others.length > 0 && { pipe: others }),
      working_dir: runFolder(context),
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
