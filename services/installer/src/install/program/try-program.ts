import { type CommandNode, provingRecipes, type TriedRecipes } from '@cli-apps/core'
import { linkSignals } from '@cli-apps/core/node'
import type { CommandContext } from '../../context.ts'
import type { WorkFolder } from '../../home/work-folder.ts'
import { openProbe, type Probe } from '../../probe/probe.ts'
import { helpDeadline, readCommandTree } from '../../probe/read-commands.ts'
import { runRecipes } from '../../probe/run-recipes.ts'
import { tryInBudget } from '../../probe/try-in-budget.ts'
import type { FoundOther } from '../../programs/find-programs.ts'
import { type ListProgram, readPublishedTrees } from '../../programs/published-trees.ts'
import { readProgramTrees } from '../../programs/read-program-trees.ts'
import type { RestOfEntry } from '../../store/complete-entry.ts'
import { listFiles } from '../../store/file-list.ts'
import { readFileList, type StoredApp } from '../../store/store.ts'
import type { InstallPlan } from '../install-plan.ts'

interface TriedProgram {
  programVersion: string | null
  /** Absent where none was run. */
  recipes: TriedRecipes | undefined
  /** Absent where the help was not read. */
  commands: CommandNode | undefined
  trees: Map<string, CommandNode>
  /** Help that was not read or recipes that were not run, which `readRest` does. */
  isUnread: boolean
}

interface TryOptions {
  context: CommandContext
  work: WorkFolder
  /** Those besides the entry point. */
  programs: readonly FoundOther[]
  /** Returns the version that the program has. Throws when it is not the program that the manifest describes. */
  verify: (probe: Probe) => Promise<string | null>
  /** Lists the files of the program below a prefix. */
  list: ListProgram
  /** Only verifies it, and takes what was published for exactly its files. */
  isLater?: boolean
}

/**
 * Verifies the program's identity, reads its help and runs its recipes in parallel: after npm, starting the program takes
 * most of an install. Help that was published for exactly these files is not read. When the verification fails, no further
 * command is run.
 */
export async function tryProgram(
  argv: readonly string[],
  plan: InstallPlan,
  { context, work, programs, verify, list, isLater = false }: TryOptions,
): Promise<TriedProgram> {
  const { manifest, adopted, entry, isTrial } = plan
  const deadline = helpDeadline()
  using stop = linkSignals(context.signal)
  const within = { ...context, signal: stop.signal }
  const readable = entry === null ? [] : [entry.prefix]
  const { environment } = context
  await using probe = await openProbe(argv, { environment, signal: stop.signal, work, readable })
  // Without a sandbox the program may write into its own folder, whose files are listed when this returns.
  const isShort = isLater && !adopted && probe.confinement.sandbox !== undefined
  const prove = async (): Promise<Pick<TriedProgram, 'programVersion' | 'recipes'>> => {
    const programVersion = await verify(probe)
    if (isShort) return { programVersion, recipes: undefined }
    // A trial reports each recipe itself.
    const recipes = await (adopted && isTrial !== true
      ? runRecipes(manifest, probe)
      : tryInBudget(manifest, probe, { notice: isTrial === true ? () => {} : context.output.notice }))
    return { programVersion, recipes }
  }
  const publishing = readPublishedTrees(plan, within, list)
  const reading = publishing.then(
    (published) =>
      published.get(manifest.entry_point) ??
      (isShort ? undefined : readCommandTree(manifest, probe, { ...within, argv: [...argv] })),
  )
  try {
    const [published, proof, commands] = await Promise.all([publishing, prove(), reading])
    const unread = programs.filter(({ name }) => !published.has(name))
    const read = isShort
      ? new Map<string, CommandNode>()
      : await readProgramTrees(unread, within, { work, readable, deadline })
    stop.signal.throwIfAborted()
    const isRead = commands !== undefined && unread.length === 0 && provingRecipes(manifest).length === 0
    return {
      ...proof,
      commands,
      trees: treesOf(programs, published, read),
      isUnread: isShort && !isRead,
    }
  } catch (error) {
    stop.abort()
    await Promise.allSettled([reading])
    throw error
  }
}

/** Does for a program in the store what its install left for later: its help and its recipes. */
export async function readRest(
  { argv, programs = {}, program_version: known }: StoredApp,
  plan: InstallPlan,
  context: CommandContext,
  work: WorkFolder,
): Promise<RestOfEntry> {
  const others = Object.entries(programs).map(([name, program]) => ({ name, argv: program.argv }))
  const { commands, trees, recipes } = await tryProgram(argv, plan, {
    ...{ context, work, programs: others },
    verify: () => Promise.resolve(known),
    // Its files were listed when it came into the store.
    list: async (prefix, signal) =>
      (plan.entry && (await readFileList(plan.entry))) ?? listFiles(prefix, { signal }),
  })
  return { commands, trees, tried: recipes }
}

/** The trees of the programs that were found, whether published or read here. */
const treesOf = (
  programs: readonly FoundOther[],
  ...sources: readonly ReadonlyMap<string, CommandNode>[]
): Map<string, CommandNode> =>
  new Map(
    sources.flatMap((trees) => [...trees].filter(([name]) => programs.some((one) => one.name === name))),
  )
