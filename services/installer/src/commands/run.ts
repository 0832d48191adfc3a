import { parseAppName, UsageError } from '@cli-apps/core'
import { createRuntime, type RunOutcome } from '@cli-apps/runtime'
import { type Command, type OptionValues, textOption } from '../command.ts'

/** Exit status for failures of ours, so that they are told from those of the program (as env(1) and timeout(1) do). */
const ownFailure = 125

export const run: Command = {
  summary: 'Run an installed app the way an agent does',
  usage: '[options] <name> [arguments of the app …]',
  passesArguments: true,
  options: {
    timeout: { type: 'string', value: 'SECONDS', description: 'Time limit, 1 to 600' },
  },
  async run(args, options, context) {
    const [word, ...passed] = args
    if (word === undefined)
      throw new UsageError('cli.missing-name', 'Which app is to run?', {
        hint: 'cli-apps run <name> [arguments …]',
      })
    const { output, workspace, environment, signal } = context
    await using runtime = await createRuntime({
      workspace: workspace.root,
      environment,
      outputCharacters: 1_000_000,
    })
    const call = { name: parseAppName(word), args: passed, working_dir: context.cwd, ...timeoutOf(options) }
    const result = await runtime.tools.execute({ name: 'run_cli_app', arguments: call }, { signal })
    if (!result.ok) {
      if (!output.isJson)
        output.notice(`cli-apps: ${result.error.message}\n  ${result.error.hint ?? ''}`.trimEnd())
      return { value: result, text: '', exitStatus: ownFailure }
    }
    const outcome = result as unknown as RunOutcome
    if (!output.isJson && outcome.stderr !== '') output.notice(outcome.stderr.trimEnd())
    return { value: result, text: outcome.stdout, exitStatus: outcome.exit_code ?? ownFailure }
  },
}

function timeoutOf(options: OptionValues): { timeout?: number } {
  const text = textOption(options, 'timeout')
  return text === undefined ? {} : { timeout: Number(text) }
}
