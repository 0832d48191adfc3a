import { cliCall, t, UsageError } from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import { type Command, textOption } from '../../command.ts'
import { findTarget } from '../../inspect/find-target.ts'
import { inspectProgram } from '../../inspect/inspect-program.ts'
import type { InspectResult } from '../../inspect/inspect-result.ts'
import { treeText } from '../../inspect/tree-text.ts'
import { programOption } from '../../run/program-option.ts'

const deepest = 10

export const inspect: Command<InspectResult> = {
  summary: 'Show the commands and options of a program, read from its help',
  usage: '<app or program>',
  completes: ['installed', []],
  options: {
    depth: {
      type: 'string',
      value: 'N',
      description: `Read the help of this many command levels, 0 to ${deepest} (default: 3)`,
    },
    ...programOption,
    fresh: { type: 'boolean', description: 'Read the help again, even if it is in the cache' },
  },
  async run(args, options, context) {
    const [word, ...more] = args
    if (word === undefined || more.length > 0)
      throw new UsageError(
        'cli.missing-name',
        t('cli.missing-name.expected-one-app-program', 'Expected one app or program.'),
        {
          hint: `${cliCall()} inspect <app or program>`,
        },
      )
    const depth = depthOf(options)
    const target = await findTarget(word, context, textOption(options, 'program'))
    const tree = await inspectProgram(target, { ...context, depth, isFresh: options.fresh === true })
    const { output, signal } = context
    const text = output.isJson ? '' : treeText(tree)
    return { value: tree, text, ...(signal.aborted && { exitStatus: 130 }) }
  },
}

function depthOf(options: OptionValues): number {
  const text = textOption(options, 'depth') ?? '3'
  const depth = Number(text)
  if (/^\d+$/.test(text) && depth <= deepest) return depth
  throw new UsageError(
    'cli.bad-depth',
    t('cli.bad-depth', '--depth {text} is not a valid number of levels.', { text: JSON.stringify(text) }),
    {
      hint: t('cli.bad-depth.hint', 'Use a whole number from 0 to {deepest}.', { deepest }),
    },
  )
}
