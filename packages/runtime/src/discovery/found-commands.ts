import { type AppName, estimateTokens, type InstallRecord } from '@cli-apps/core'
import type { CommandChain, CommandTool, RankedCommand } from '@cli-apps/core/command-tools'
import { readCommands, type Workspace } from '@cli-apps/core/node'
import { commandReasons } from './reasons.ts'

interface FoundCommands {
  commands: Record<string, CommandTool & { why: string }>
  /** How many of the ranked commands were left out. */
  left: number
}

interface RankedCommands {
  ranked: readonly RankedCommand[]
  /** Records of the apps installed now. */
  records: readonly InstallRecord[]
  limit: number
}

/** The schema of a command with dozens of options takes hundreds of tokens. */
const mostTokens = 2000

/**
 * Returns the best commands as tools, up to the limit and a token budget. The first is always included, without
 * descriptions of its properties if its schema alone exceeds the budget. Reads only the trees of these commands.
 */
export async function foundCommands(
  workspace: Workspace,
  { ranked, records, limit }: RankedCommands,
): Promise<FoundCommands> {
  const { commandTool } = await import('@cli-apps/core/command-tools')
  const chainsOf = openChains(workspace, records)
  const commands = new Map<string, CommandTool & { why: string }>()
  let remaining = mostTokens
  for (const command of ranked.slice(0, limit)) {
    const chain = (await chainsOf(command.manifest.name))[command.place]
    if (chain === undefined) continue
    const { key, tool } = commandTool(command.manifest, chain)
    const whole = { ...tool, why: commandReasons(command) }
    const fitting = costOf(key, whole) <= remaining || commands.size > 0 ? whole : withoutNotes(whole)
    remaining -= costOf(key, fitting)
    if (remaining < 0 && commands.size > 0) break
    commands.set(key, fitting)
  }
  return { commands: Object.fromEntries(commands), left: ranked.length - commands.size }
}

const costOf = (key: string, tool: CommandTool): number => estimateTokens(JSON.stringify({ [key]: tool }))

function withoutNotes<Tool extends CommandTool>(tool: Tool): Tool {
  const { properties } = tool.input
  if (typeof properties !== 'object' || properties === null) return tool
  const bare = Object.entries(properties).map(([name, property]: [string, unknown]) => {
    if (typeof property !== 'object' || property === null || !('description' in property))
      return [name, property]
    const { description: _, ...rest } = property
    return [name, rest]
  })
  return { ...tool, input: { ...tool.input, properties: Object.fromEntries(bare) } }
}

function openChains(
  workspace: Workspace,
  records: readonly InstallRecord[],
): (name: AppName) => Promise<readonly CommandChain[]> {
  const byName = new Map(records.map((record) => [record.name, record]))
  const known = new Map<AppName, Promise<readonly CommandChain[]>>()
  return (name) => {
    const chains = known.get(name) ?? readChains(workspace, byName.get(name))
    known.set(name, chains)
    return chains
  }
}

async function readChains(
  workspace: Workspace,
  record: InstallRecord | undefined,
): Promise<readonly CommandChain[]> {
  const { walkChains } = await import('@cli-apps/core/command-tools')
  const tree = record && (await readCommands(workspace, record))
  return tree === undefined ? [] : [...walkChains(tree)]
}
