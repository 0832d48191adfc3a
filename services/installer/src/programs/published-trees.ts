import { type CommandNode, type Digest, IntegrityError, isAppError, namedTrees } from '@cli-apps/core'
import { builtInCatalog } from '@cli-apps/core/node'
import { takeAsFine } from '@cli-apps/core/skill'
import type { CommandContext } from '../context.ts'
import type { InstallPlan } from '../install/install-plan.ts'
import { openRegistryAt } from '../resolve/open-registry-at.ts'
import type { FileList } from '../store/file-list.ts'
import { programFilesDigest } from '../store/program-files.ts'

type Published = Pick<
  InstallPlan,
  'name' | 'version' | 'registry' | 'signature' | 'manifest' | 'json' | 'entry'
>

/** Lists the files of a program below a prefix. */
export type ListProgram = (prefix: string, signal: AbortSignal) => Promise<FileList>

/**
 * Returns the command trees that were published for exactly the files that were installed, by program. Calls are judged by
 * them, so they count only from the built-in catalog, or signed from a registry that the user configured. Empty if the help must be
 * read, also when the registry cannot be reached. Throws `IntegrityError` for a tree that is not the one that the
 * manifest names.
 */
export async function readPublishedTrees(
  plan: Published,
  context: CommandContext,
  list: ListProgram,
): Promise<ReadonlyMap<string, CommandNode>> {
  const { entry, manifest } = plan
  const { commands_read_from: known = [] } = manifest
  if (entry === null || known.length === 0 || !isTrusted(plan, context)) return new Map()
  if (!known.includes(programFilesDigest(await list(entry.prefix, context.signal)))) return new Map()
  const read = async ([program, digest]: [string, Digest]): Promise<[string, CommandNode][]> => {
    const found = await readTree(plan, { program, digest }, context)
    return found === undefined ? [] : [[program, found]]
  }
  return new Map((await Promise.all([...namedTrees(plan.json)].map(read))).flat())
}

/**
 * Returns the command tree that was published for this version of the app, whatever its files are. Only a skill may be written
 * by it, until the help is read: no call is judged by it. Empty where there is none, or it cannot be had.
 */
export async function readVersionTree(
  plan: Published,
  context: CommandContext,
): Promise<CommandNode | undefined> {
  const program = plan.manifest.entry_point
  const digest = namedTrees(plan.json).get(program)
  if (digest === undefined || !isTrusted(plan, context)) return undefined
  return readTree(plan, { program, digest }, context)
}

async function readTree(
  { name, version, registry }: Published,
  { program, digest }: { program: string; digest: Digest },
  context: CommandContext,
): Promise<CommandNode | undefined> {
  const { tree } = await openRegistryAt(registry, context)
  const found = await tree(name, version, program, digest).catch(unlessWrong)
  if (found?.name !== program) return undefined
  // The build refuses a catalog with other trees.
  if (registry === builtInCatalog) takeAsFine(found)
  return found
}

/** A workspace that came from elsewhere may name any registry, and a folder or manifest file has no signature. */
const isTrusted = ({ registry, signature }: Published, { config }: CommandContext): boolean =>
  registry === builtInCatalog ||
  (signature !== null && [config.environmentRegistry, ...(config.userRegistries ?? [])].includes(registry))

/** Help can be read instead of a tree that is missing. */
function unlessWrong(error: unknown): undefined {
  if (!isAppError(error) || error instanceof IntegrityError) throw error
}
