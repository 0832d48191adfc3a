import { parseAppName, t, UsageError } from '@cli-apps/core'
import { isInside } from '@cli-apps/core/node'
import type { RunResult } from '@cli-apps/core/results'
import { createRuntime } from '@cli-apps/runtime'
import { type Command, textOption } from '../../command.ts'
import { programOption } from '../../run/program-option.ts'
import { runResult } from '../../run/run-result.ts'
import { sandboxOption, sandboxPolicy } from '../../run/sandbox-option.ts'
import { timeLimit, timeLimitOption } from '../../run/time-limit.ts'
import { warnNoSandbox } from '../../run/warn-no-sandbox.ts'

export const run: Command<RunResult> = {
  summary: 'Run an installed app the way an agent does',
  usage: '[options] <name> [arguments of the app …]',
  completes: ['installed', 'file'],
  passesArguments: true,
  options: { ...programOption, ...timeLimitOption, ...sandboxOption },
  async run(args, options, context) {
    const [word, ...passed] = args
    if (word === undefined)
      throw new UsageError('cli.missing-name', t('cli.missing-name.missing-app-name', 'Missing app name.'), {
        hint: 'cli-apps run <name> [arguments …]',
      })
    const { output, workspace, environment, config, signal } = context
    if (sandboxPolicy(options).sandbox === undefined) await warnNoSandbox(context)
    await using runtime = await createRuntime({
      workspace: workspace.root,
      environment,
      home: config.home,
      outputCharacters: 1_000_000,
      // Whoever typed this waits for the end.
      jobAfterSeconds: Number.POSITIVE_INFINITY,
      ...sandboxPolicy(options),
    })
    const working_dir = isInside(workspace.root, context.cwd) ? context.cwd : workspace.root
    const call = {
      name: parseAppName(word),
      program: textOption(options, 'program'),
      args: passed,
      working_dir,
      ...timeLimit(options),
    }
    return runResult(
      await runtime.tools.execute({ name: 'run_cli_app', arguments: call }, { signal }),
      output,
    )
  },
}
