import { type CommandNode, isAppError } from '@cli-apps/core'
import pMap from 'p-map'
import type { CommandContext } from '../context.ts'
import type { WorkFolder } from '../home/work-folder.ts'
import { openProbe } from '../probe/probe.ts'
import { readCommandTree } from '../probe/read-commands.ts'
import type { FoundOther } from './find-programs.ts'

interface ReadProgramTreesOptions {
  work: WorkFolder
  /** Folders that the programs need to see. */
  readable: readonly string[]
  /** When reading stops, in milliseconds of the clock: later programs get no tree. */
  deadline: number
  isFresh?: boolean
}

/** Less time is not enough to start a program and read what it prints. */
const leastMs = 1_000

/** Reads the help of programs besides the entry point. One that does not answer has no tree, which stops no install. */
export async function readProgramTrees(
  programs: readonly FoundOther[],
  { config, environment, signal }: Pick<CommandContext, 'config' | 'environment' | 'signal'>,
  { work, readable, deadline, isFresh = false }: ReadProgramTreesOptions,
): Promise<Map<string, CommandNode>> {
  const read = async ({ name, argv }: FoundOther): Promise<[string, CommandNode][]> => {
    const budgetMs = deadline - Date.now()
    if (budgetMs < leastMs || signal.aborted) return []
    try {
      await using probe = await openProbe(argv, { environment, signal, work, readable })
      const options = { argv, config, environment, signal, isFresh, budgetMs }
      const tree = await readCommandTree({ entry_point: name }, probe, options)
      return isEmpty(tree) ? [] : [[name, tree]]
    } catch (error) {
      if (isAppError(error) && !signal.aborted) return []
      throw error
    }
  }
  return new Map((await pMap(programs, read, { concurrency: 2 })).flat())
}

/** A program without help, such as one that only opens a window. */
const isEmpty = ({ commands, options, usage, arguments: operands }: CommandNode): boolean =>
  commands.length + options.length + usage.length + operands.length === 0
