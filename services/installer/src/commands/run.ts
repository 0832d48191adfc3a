import { constants } from 'node:os'
import { parseAppName, UsageError } from '@cli-apps/core'
import { isInside } from '@cli-apps/core/node'
import { createRuntime } from '@cli-apps/runtime'
import * as z from 'zod'
import { type Command, type OptionValues, textOption } from '../command.ts'

/** Exit status for failures of ours, so that they are told from those of the program (as env(1) and timeout(1) do). */
const ownFailure = 125

/** What this command shows of a run. */
const Outcome = z.object({
  exit_code: z.int().nullable(),
  signal: z.string().nullable(),
  stdout: z.string(),
  stderr: z.string(),
  hint: z.string().optional(),
})

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
    const working_dir = isInside(workspace.root, context.cwd) ? context.cwd : workspace.root
    const call = { name: parseAppName(word), args: passed, working_dir, ...timeoutOf(options) }
    const result = await runtime.tools.execute({ name: 'run_cli_app', arguments: call }, { signal })
    if (!result.ok) {
      if (!output.isJson)
        output.notice(`cli-apps: ${result.error.message}\n  ${result.error.hint ?? ''}`.trimEnd())
      return { value: result, text: '', exitStatus: ownFailure }
    }
    const { exit_code, signal: killedBy, stdout, stderr, hint } = Outcome.parse(result)
    if (!output.isJson && stderr !== '') output.notice(stderr.trimEnd())
    if (!output.isJson && hint !== undefined) output.notice(`cli-apps: ${hint}`)
    return { value: result, text: stdout, exitStatus: exit_code ?? signalStatus(killedBy) }
  },
}

/** What a shell reports for a program that a signal ended. */
function signalStatus(signal: string | null): number {
  const number = Object.entries(constants.signals).find(([name]) => name === signal)?.[1]
  return number === undefined ? ownFailure : 128 + number
}

function timeoutOf(options: OptionValues): { timeout?: number } {
  const text = textOption(options, 'timeout')
  if (text === undefined) return {}
  const timeout = Number(text)
  if (Number.isInteger(timeout) && timeout >= 1 && timeout <= 600) return { timeout }
  throw new UsageError('cli.bad-timeout', `--timeout ${JSON.stringify(text)} is no time limit.`, {
    hint: 'Give whole seconds from 1 to 600.',
  })
}
