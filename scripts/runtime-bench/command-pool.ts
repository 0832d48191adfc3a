import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { CommandNode } from '@cli-apps/core'
import { type CommandChain, walkChains } from '@cli-apps/core/command-tools'
import { parseHelp } from '@cli-apps/help'
import { type CatalogEntry, readCatalog } from '../catalog/entries.ts'

const fixtures = path.resolve(import.meta.dirname, '../../test/fixtures')

/** A real program with its commands, without command groups. */
export interface PooledProgram {
  name: string
  commands: readonly CommandChain[]
  /** Whether every subcommand was read, or only the root screen. */
  isWhole: boolean
}

/**
 * Programs whose commands come from their own help, some complete, others only with the command list of the root
 * screen.
 */
export async function readCommandPool(): Promise<PooledProgram[]> {
  const whole = await Promise.all(
    (await readdir(path.join(fixtures, 'trees'))).sort().map(async (file) => {
      const text = await readFile(path.join(fixtures, 'trees', file), 'utf8')
      return program(CommandNode.parse(JSON.parse(text)), true)
    }),
  )
  const known = new Set(whole.map(({ name }) => name))
  const screens = (await readdir(path.join(fixtures, 'help')))
    .map((file) => file.replace(/\.txt$/, ''))
    // The others are screens of single subcommands.
    .filter((name) => !name.includes('-') && !known.has(name))
    .sort()
  const single = await Promise.all(
    screens.map(async (name) => {
      const text = await readFile(path.join(fixtures, 'help', `${name}.txt`), 'utf8')
      return program(parseHelp(text, { name }), false)
    }),
  )
  return [...whole, ...single]
}

function program(tree: CommandNode, isWhole: boolean): PooledProgram {
  const commands = [...walkChains(tree)].filter((chain) => chain.at(-1)?.commands.length === 0)
  return { name: tree.name, commands, isWhole }
}

/** The entries of the catalog, by name. */
export const readEntries = async (): Promise<CatalogEntry[]> => (await readCatalog()).entries
