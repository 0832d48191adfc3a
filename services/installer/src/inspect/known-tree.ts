import { stat } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type CommandNode, walkCommands } from '@cli-apps/core'
import type { InstallerConfig } from '../config.ts'
import { version } from '../version.ts'
import type { InspectTarget } from './find-target.ts'
import { programDigest } from './program-digest.ts'
import { openTreeCache } from './tree-cache.ts'

/** Limits for reading a program. */
interface TreeLimits {
  budgetMs: number
  maxCommands: number
}

interface KnownTreeOptions {
  /** Maximum depth of commands to ask. */
  depth: number
  limits: TreeLimits
  config: Pick<InstallerConfig, 'cache' | 'store'>
}

interface KnownTree {
  /** Returns the cached tree of exactly this program, or `undefined`. */
  read(): Promise<CommandNode | undefined>
  /** Caches a tree unless it is empty. */
  keep(tree: CommandNode): Promise<void>
}

/**
 * Opens the cached tree of a program in its current state. A complete tree is shared by all callers with the same
 * depth, a truncated one only by callers with the same limits.
 */
export async function openKnownTree(
  { name, argv, help }: InspectTarget,
  { depth, limits, config }: KnownTreeOptions,
): Promise<KnownTree> {
  const cache = openTreeCache(path.join(config.cache, 'trees'))
  const digest = await programDigest(argv, config.store)
  const whole = { reader: await readerOf(), digest, name, help, depth }
  const wholeKey = JSON.stringify(whole)
  const partKey = JSON.stringify({ ...whole, limits })
  return {
    read: async () => (await cache.read(wholeKey)) ?? (await cache.read(partKey)),
    async keep(tree) {
      if (tree.commands.length === 0 && tree.options.length === 0) return
      const extent = extentOf(tree)
      // The machine may be less busy the next time.
      if (extent !== 'hurried')
        await cache.write(extent === 'whole' ? wholeKey : partKey, tree, { isBrief: extent === 'late' })
    },
  }
}

/** Whether the help was read as a whole, up to a limit, until time was up, or without commands that did not answer. */
export function extentOf(tree: CommandNode): 'whole' | 'cut' | 'late' | 'hurried' {
  const warnings = [...walkCommands(tree)].flatMap(({ node }) => node.warnings)
  if (warnings.some((warning) => / in time\.$/.test(warning))) return 'hurried'
  if (warnings.some((warning) => /^Time was up/.test(warning))) return 'late'
  return warnings.some((warning) => /the limit is/.test(warning)) ? 'cut' : 'whole'
}

/** Identifies the code that reads help: builds of the same version may differ. */
async function readerOf(): Promise<string> {
  const { mtimeMs } = await stat(fileURLToPath(import.meta.url))
  return `${version} ${mtimeMs}`
}
