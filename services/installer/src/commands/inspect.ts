import { UsageError } from '@cli-apps/core'
import type { InspectResult } from '@cli-apps/core/results'
import { type Command, type OptionValues, textOption } from '../command.ts'
import { findTarget } from '../inspect/find-target.ts'
import { inspectProgram } from '../inspect/inspect-program.ts'
import { treeText } from '../inspect/tree-text.ts'

const deepest = 10

export const inspect: Command<InspectResult> = {
  summary: 'Show the commands and options of a program, out of its own help',
  usage: '<app or program>',
  completes: ['installed', []],
  options: {
    depth: {
      type: 'string',
      value: 'N',
      description: `Levels of commands that are asked for their help, 0 to ${deepest}; 3 when absent`,
    },
    fresh: { type: 'boolean', description: 'Ask the program again, whatever is known of it' },
  },
  async run(args, options, context) {
    const [word, ...more] = args
    if (word === undefined || more.length > 0)
      throw new UsageError('cli.missing-name', 'Give one app or program.', {
        hint: 'cli-apps inspect <app or program>',
      })
    const depth = depthOf(options)
    const target = await findTarget(word, context)
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
  throw new UsageError('cli.bad-depth', `--depth ${JSON.stringify(text)} is no number of levels.`, {
    hint: `Give a whole number from 0 to ${deepest}.`,
  })
}
