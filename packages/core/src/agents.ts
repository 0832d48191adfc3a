import * as z from 'zod'

/** `claude-code` runs and fills in what stands in the body of a skill; others hand it to their model as it is. */
export type SkillDialect = 'plain' | 'claude-code'

/** An agent that reads skills from a folder of the project it works in. */
export interface Agent {
  title: string
  /** Where it looks for skills, from the top of the workspace. Records name this folder, so a row may change, never go. */
  skills: string
  /** How its reader treats the body of a skill; plain when absent. */
  dialect?: SkillDialect
  /** Files and folders that show that a workspace is used with it. */
  traces: readonly string[]
}

/**
 * One row an agent. Where an agent reads several folders it has the one that it shares with most others, so that one copy
 * serves them all. docs/agents.md says where each fact comes from.
 */
export const agents = {
  'claude-code': {
    title: 'Claude Code',
    skills: '.claude/skills',
    dialect: 'claude-code',
    traces: ['.claude', 'CLAUDE.md'],
  },
  codex: { title: 'Codex', skills: '.agents/skills', traces: ['.codex', 'AGENTS.md'] },
  cursor: { title: 'Cursor', skills: '.cursor/skills', traces: ['.cursor', '.cursorrules'] },
  'gemini-cli': { title: 'Gemini CLI', skills: '.agents/skills', traces: ['.gemini', 'GEMINI.md'] },
  'github-copilot': {
    title: 'GitHub Copilot',
    skills: '.agents/skills',
    traces: [
      '.github/copilot-instructions.md',
      '.github/copilot',
      '.github/instructions',
      '.github/prompts',
      '.github/skills',
    ],
  },
  opencode: {
    title: 'OpenCode',
    skills: '.agents/skills',
    traces: ['.opencode', 'opencode.json', 'opencode.jsonc'],
  },
  amp: { title: 'Amp', skills: '.agents/skills', traces: ['.amp'] },
  goose: { title: 'goose', skills: '.agents/skills', traces: ['.goose', '.goosehints'] },
  cline: { title: 'Cline', skills: '.cline/skills', traces: ['.cline', '.clinerules'] },
  droid: { title: 'Droid', skills: '.factory/skills', traces: ['.factory'] },
  kilo: { title: 'Kilo Code', skills: '.kilocode/skills', traces: ['.kilocode', '.kilocodemodes'] },
  'qwen-code': { title: 'Qwen Code', skills: '.qwen/skills', traces: ['.qwen', 'QWEN.md'] },
  roo: { title: 'Roo Code', skills: '.roo/skills', traces: ['.roo', '.roomodes'] },
  windsurf: { title: 'Windsurf', skills: '.windsurf/skills', traces: ['.windsurf', '.windsurfrules'] },
} as const satisfies Record<string, Agent>

export type AgentId = keyof typeof agents
export const agentIds = Object.keys(agents) as [AgentId, ...AgentId[]]
export const AgentId = z.enum(agentIds)

/** Every folder that an agent of the table reads, each once. */
export const agentFolders: readonly string[] = [...new Set(agentIds.map((id) => agents[id].skills))]

/** Agents in the order of the table, each once. */
export function sortedAgents(ids: Iterable<AgentId>): AgentId[] {
  const requested = new Set(ids)
  return agentIds.filter((id) => requested.has(id))
}

/** The folders in which these agents find skills, each once, in the order of the table. */
export const foldersOf = (ids: Iterable<AgentId>): string[] => [
  ...new Set(sortedAgents(ids).map((id) => agents[id].skills)),
]

/** How SKILL.md is written into a folder of agents. */
export const dialectOf = (folder: string): SkillDialect =>
  agentIds.map((id): Agent => agents[id]).find(({ skills }) => skills === folder)?.dialect ?? 'plain'
