import { stat } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type CommandNode, walkCommands } from '@cli-apps/core'
import type { InstallerConfig } from '../config.ts'
import { version } from '../version.ts'
import type { InspectTarget } from './find-target.ts'
import { programDigest } from './program-digest.ts'
import { openTreeCache } from './tree-cache.ts'

/** How much of a program is read at most. */
interface TreeLimits {
  budgetMs: number
  maxCommands: number
}

interface KnownTreeOptions {
  /** Levels of commands that are asked. */
  depth: number
  limits: TreeLimits
  config: Pick<InstallerConfig, 'cache' | 'store'>
}

interface KnownTree {
  /** The tree that was read before of the very same program, or `undefined`. */
  read(): Promise<CommandNode | undefined>
  /** Keeps a tree for the next time, where it tells anything. */
  keep(tree: CommandNode): Promise<void>
}

/**
 * What is known of a program as it is now. A tree that no limit cut short is shared by all who ask as deep; another one by
 * those with the same limits.
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
      const warnings = [...walkCommands(tree)].flatMap(({ node }) => node.warnings)
      // A busy machine may have more time tomorrow.
      if (warnings.some((warning) => / in time\.$/.test(warning))) return
      const isCut = warnings.some((warning) => /^Time was up|the limit is/.test(warning))
      await cache.write(isCut ? partKey : wholeKey, tree)
    },
  }
}

/** Which code reads help: a build of the same version may read it in another way. */
async function readerOf(): Promise<string> {
  const { mtimeMs } = await stat(fileURLToPath(import.meta.url))
  return `${version} ${mtimeMs}`
}
