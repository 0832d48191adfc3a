import { type AppName, estimateTokens, type InstallRecord } from '@cli-apps/core'
import type { CommandChain, CommandTool, RankedCommand } from '@cli-apps/core/command-tools'
import { readCommands, type Workspace } from '@cli-apps/core/node'
import { commandReasons } from './reasons.ts'

interface FoundCommands {
  commands: Record<string, CommandTool & { why: string }>
  /** Of the ranked ones, how many were left out. */
  left: number
}

interface RankedCommands {
  ranked: readonly RankedCommand[]
  /** Of the apps that are installed now. */
  records: readonly InstallRecord[]
  limit: number
}

/** A schema of a command with dozens of options takes hundreds. */
const mostTokens = 2000

/**
 * The best commands as tools, as many as the limit and a budget of tokens allow. The first is always given; where its
 * schema alone is above the budget, without the descriptions of its properties. Only the trees of these commands are read.
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
