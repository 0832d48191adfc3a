import { AgentId, agentIds, nearestNames, sortedAgents, t, UsageError } from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import { type InstallerOption, listOption, textOption } from '../command.ts'
import { detectAgents } from './detect-agents.ts'

export const agentOption = {
  agent: {
    type: 'string',
    short: 'a',
    value: 'AGENTS',
    description: 'Also place skills for these agents, or pass "detected" or "none"',
    completes: [...agentIds, 'detected', 'none'],
    isList: true,
  },
} as const satisfies Record<string, InstallerOption>

/**
 * Returns the agents of `--agent` in the order of the table; `undefined` without the option. Throws `UsageError`
 * `agent.unknown` with the nearest names, and `agent.none-detected`.
 */
export async function chooseAgents(options: OptionValues, root: string): Promise<AgentId[] | undefined> {
  if (textOption(options, 'agent') === undefined) return undefined
  const words = new Set(listOption(options, 'agent'))
  if (words.size === 0 || (words.has('none') && words.size > 1))
    throw new UsageError(
      'agent.unknown',
      t('agent.unknown', '--agent {options} names no agents.', {
        options: String(textOption(options, 'agent')),
      }),
      {
        hint: knownAgents(),
      },
    )
  return words.has('none') ? [] : agentsCalled([...words], root)
}

/**
 * Returns the agents with these ids, and with `detected` those with traces in a workspace, in the order of the table.
 * Throws `UsageError` `agent.unknown` and `agent.none-detected`.
 */
export async function agentsCalled(words: readonly string[], root: string): Promise<AgentId[]> {
  const chosen = new Set<AgentId>()
  for (const word of words) {
    const ids = word === 'detected' ? await requireDetected(root) : [requireAgent(word)]
    for (const id of ids) chosen.add(id)
  }
  return sortedAgents(chosen)
}

const knownAgents = (): string =>
  t('choose-agents.known', 'Use "detected", "none" or some of: {agents}.', { agents: agentIds.join(', ') })

function requireAgent(word: string): AgentId {
  const parsed = AgentId.safeParse(word)
  if (parsed.success) return parsed.data
  const near = nearestNames(word, agentIds)
  throw new UsageError(
    'agent.unknown',
    t('agent.unknown.unknown-agent', 'Unknown agent: {word}.', { word: JSON.stringify(word) }),
    {
      hint:
        near.length > 0
          ? t('agent.unknown.hint', 'Did you mean {near}?', { near: near.join(' or ') })
          : knownAgents(),
      details: { nearest: near },
    },
  )
}

async function requireDetected(root: string): Promise<AgentId[]> {
  const found = await detectAgents(root)
  if (found.length > 0) return found
  throw new UsageError(
    'agent.none-detected',
    t('agent.none-detected', 'No agent was detected in {root}.', { root }),
    {
      hint: t('agent.none-detected.hint', 'Name the agents: --agent {agentIds}', {
        agentIds: agentIds.slice(0, 3).join(','),
      }),
    },
  )
}
