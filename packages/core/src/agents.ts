import * as z from 'zod/mini'

/**
 * `claude-code` executes and substitutes markers in the body of a skill; other agents pass it to their model unchanged.
 */
export type SkillDialect = 'plain' | 'claude-code'

/** An agent that reads skills from a folder of its project. */
export interface Agent {
  title: string
  /**
   * Its folder for skills, relative to the workspace. Records refer to this folder, so entries may change but never be
   * removed.
   */
  skills: string
  /** How it treats the body of a skill; defaults to plain. */
  dialect?: SkillDialect
  /** Files and folders that indicate that a workspace is used with it. */
  traces: readonly string[]
}

/**
 * One entry per agent. Of several folders that an agent reads, this is the one shared with most others, so that one
 * copy serves them all. docs/agents.md lists the sources.
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

/** Every folder that an agent reads, without duplicates. */
export const agentFolders: readonly string[] = [...new Set(agentIds.map((id) => agents[id].skills))]

/** Returns agents in the order of the table, without duplicates. */
export function sortedAgents(ids: Iterable<AgentId>): AgentId[] {
  const requested = new Set(ids)
  return agentIds.filter((id) => requested.has(id))
}

/** Returns the skill folders of these agents in the order of the table, without duplicates. */
export const foldersOf = (ids: Iterable<AgentId>): string[] => [
  ...new Set(sortedAgents(ids).map((id) => agents[id].skills)),
]

/** Returns the dialect for SKILL.md in an agent folder. */
export const dialectOf = (folder: string): SkillDialect =>
  agentIds.map((id): Agent => agents[id]).find(({ skills }) => skills === folder)?.dialect ?? 'plain'
