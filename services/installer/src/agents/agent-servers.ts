import type { AgentId } from '@cli-apps/core'

/** How an agent writes an MCP server down in its configuration. */
export type EntryShape = 'plain' | 'stdio' | 'copilot' | 'opencode' | 'goose' | 'zed' | 'rovodev' | 'vibe'

/** Keys in a document, the outermost first. */
export type KeyPath = readonly [string, ...string[]]

/** A configuration file in which an agent looks for MCP servers. */
export interface ServerFile {
  /**
   * The first that exists is used, or else the first. Of a project relative to it; of a user with `~/`, or `<config>/`
   * and `<support>/` for the folders of the system.
   */
  paths: readonly [string, ...string[]]
  /** `toml-list`: TOML whose servers are an array of tables. */
  format: 'json' | 'json5' | 'toml' | 'toml-list' | 'yaml'
  /** Keys that lead to the servers, the outermost first. */
  servers: KeyPath
  /** Another spelling of these keys. The agent reads only one of the two. */
  otherServers?: KeyPath
  shape: EntryShape
  /** Environment variable that names the folder of the file in place of the user's home. */
  folderVariable?: string
  /** Environment variable that names the file itself. */
  fileVariable?: string
  /** What a new file has besides the server. */
  base?: Readonly<Record<string, string>>
}

/** The configuration files of an agent: in a project, and of the user for all projects. */
interface AgentServers {
  project?: readonly ServerFile[]
  user?: readonly ServerFile[]
}

type Place = Pick<ServerFile, 'folderVariable'> & { shape?: EntryShape }

const mcpServers = (path: string, { shape = 'plain', ...place }: Place = {}): readonly ServerFile[] => [
  { paths: [path], format: 'json', servers: ['mcpServers'], shape, ...place },
]

const codexFile = { format: 'toml', servers: ['mcp_servers'], shape: 'plain' } as const
const opencodeFile = { format: 'json', servers: ['mcp'], shape: 'opencode' } as const
const zedFile = { format: 'json', servers: ['context_servers'], shape: 'zed' } as const
const crushFile = { format: 'json', servers: ['mcp'], shape: 'stdio' } as const
const ampFile = { format: 'json', servers: ['amp.mcpServers'], shape: 'plain' } as const
const vscodeFile = { format: 'json', servers: ['servers'], shape: 'stdio' } as const

const pochiFile = { format: 'json', servers: ['mcp'], shape: 'plain' } as const

/** Agents whose MCP configuration is a file. docs/agents.md lists the sources. */
export const agentServers: Readonly<Partial<Record<AgentId, AgentServers>>> = {
  'claude-code': {
    project: mcpServers('.mcp.json', { shape: 'stdio' }),
    user: mcpServers('~/.claude.json', { shape: 'stdio', folderVariable: 'CLAUDE_CONFIG_DIR' }),
  },
  codex: {
    project: [{ paths: ['.codex/config.toml'], ...codexFile }],
    user: [{ paths: ['~/.codex/config.toml'], ...codexFile, folderVariable: 'CODEX_HOME' }],
  },
  cursor: {
    project: mcpServers('.cursor/mcp.json'),
    user: mcpServers('~/.cursor/mcp.json'),
  },
  'gemini-cli': {
    project: mcpServers('.gemini/settings.json'),
    user: mcpServers('~/.gemini/settings.json'),
  },
  'github-copilot': {
    project: [{ paths: ['.vscode/mcp.json'], ...vscodeFile }, ...mcpServers('.mcp.json', { shape: 'stdio' })],
    user: [
      { paths: ['<support>/Code/User/mcp.json'], ...vscodeFile },
      ...mcpServers('~/.copilot/mcp-config.json', { shape: 'copilot' }),
    ],
  },
  opencode: {
    project: [
      {
        paths: ['opencode.json', 'opencode.jsonc', '.opencode/opencode.json', '.opencode/opencode.jsonc'],
        ...opencodeFile,
        base: { $schema: 'https://opencode.ai/config.json' },
      },
    ],
    user: [
      {
        paths: ['<config>/opencode/opencode.json', '<config>/opencode/opencode.jsonc'],
        ...opencodeFile,
        base: { $schema: 'https://opencode.ai/config.json' },
      },
    ],
  },
  amp: {
    project: [{ paths: ['.amp/settings.json', '.amp/settings.jsonc'], ...ampFile }],
    user: [{ paths: ['~/.config/amp/settings.json', '~/.config/amp/settings.jsonc'], ...ampFile }],
  },
  goose: {
    user: [
      { paths: ['<config>/goose/config.yaml'], format: 'yaml', servers: ['extensions'], shape: 'goose' },
    ],
  },
  cline: {
    user: mcpServers('~/.cline/data/settings/cline_mcp_settings.json'),
  },
  droid: {
    project: mcpServers('.factory/mcp.json', { shape: 'stdio' }),
    user: mcpServers('~/.factory/mcp.json', { shape: 'stdio' }),
  },
  kilo: {
    project: [{ paths: ['.kilo/kilo.jsonc', '.kilo/kilo.json', 'kilo.jsonc', 'kilo.json'], ...opencodeFile }],
    user: [{ paths: ['<config>/kilo/kilo.jsonc', '<config>/kilo/kilo.json'], ...opencodeFile }],
  },
  'qwen-code': {
    project: mcpServers('.qwen/settings.json'),
    user: mcpServers('~/.qwen/settings.json'),
  },
  roo: {
    project: mcpServers('.roo/mcp.json'),
  },
  windsurf: { user: mcpServers('~/.codeium/windsurf/mcp_config.json') },
  augment: { user: mcpServers('~/.augment/settings.json', { shape: 'stdio' }) },
  crush: {
    project: [{ paths: ['crush.json', '.crush.json'], ...crushFile }],
    user: [{ paths: ['~/.config/crush/crush.json'], ...crushFile }],
  },
  'kiro-cli': {
    project: mcpServers('.kiro/settings/mcp.json'),
    user: mcpServers('~/.kiro/settings/mcp.json'),
  },
  qoder: {
    project: mcpServers('.mcp.json', { shape: 'stdio' }),
    user: mcpServers('~/.qoder/settings.json'),
  },
  codebuddy: {
    project: mcpServers('.mcp.json', { shape: 'stdio' }),
    user: mcpServers('~/.codebuddy.json', { shape: 'stdio' }),
  },
  'kimi-code-cli': {
    project: mcpServers('.kimi-code/mcp.json'),
    user: mcpServers('~/.kimi-code/mcp.json', { folderVariable: 'KIMI_CODE_HOME' }),
  },
  'iflow-cli': {
    project: mcpServers('.iflow/settings.json'),
    user: mcpServers('~/.iflow/settings.json'),
  },
  'command-code': {
    project: mcpServers('.mcp.json'),
    user: mcpServers('~/.commandcode/mcp.json'),
  },
  continue: { project: mcpServers('.continue/mcpServers/mcp.json') },
  forgecode: { project: mcpServers('.mcp.json') },
  openhands: { user: mcpServers('~/.openhands/mcp.json') },
  antigravity: { user: mcpServers('~/.gemini/antigravity/mcp_config.json') },
  'aider-desk': {
    project: mcpServers('.aider-desk/mcp-servers.json'),
    user: mcpServers('~/.aider-desk/mcp-servers.json', { folderVariable: 'AIDER_DESK_HOME_DIR' }),
  },
  astrbot: { project: mcpServers('data/mcp_server.json') },
  bob: {
    project: mcpServers('.bob/mcp.json'),
    user: mcpServers('~/.bob/mcp_settings.json'),
  },
  'codearts-agent': {
    project: [
      { paths: ['.codeartsdoer/codearts_cli.jsonc', '.codeartsdoer/codearts_cli.json'], ...opencodeFile },
    ],
    user: [
      { paths: ['~/.codeartsdoer/codearts_cli.jsonc', '~/.codeartsdoer/codearts_cli.json'], ...opencodeFile },
    ],
  },
  deepagents: {
    project: mcpServers('.mcp.json', { shape: 'stdio' }),
    user: mcpServers('~/.deepagents/.mcp.json', { shape: 'stdio' }),
  },
  firebender: {
    project: mcpServers('firebender.json'),
    user: mcpServers('~/.firebender/firebender.json'),
  },
  'hermes-agent': {
    user: [
      {
        paths: ['~/.hermes/config.yaml'],
        format: 'yaml',
        servers: ['mcp_servers'],
        shape: 'plain',
        folderVariable: 'HERMES_HOME',
      },
    ],
  },
  jazz: {
    project: mcpServers('.agents/mcp.json'),
    user: mcpServers('~/.agents/mcp.json'),
  },
  junie: { user: mcpServers('~/.junie/mcp/mcp.json') },
  kode: {
    project: mcpServers('.mcp.json', { shape: 'stdio' }),
    user: mcpServers('~/.kode.json', { shape: 'stdio' }),
  },
  'mistral-vibe': {
    // A file in a project would take the place of that of the user, with all its settings.
    user: [
      {
        paths: ['~/.vibe/config.toml'],
        format: 'toml-list',
        servers: ['mcp_servers'],
        shape: 'vibe',
        folderVariable: 'VIBE_HOME',
      },
    ],
  },
  neovate: {
    project: mcpServers('.neovate/config.json', { shape: 'stdio' }),
    user: mcpServers('~/.neovate/config.json', { shape: 'stdio' }),
  },
  pochi: {
    project: [{ paths: ['.pochi/config.jsonc'], ...pochiFile }],
    user: [{ paths: ['~/.pochi/config.jsonc'], ...pochiFile }],
  },
  'qoder-cn': {
    project: mcpServers('.mcp.json', { shape: 'stdio' }),
    user: mcpServers('~/.qoder-cn/settings.json'),
  },
  nanobot: {
    user: [
      {
        paths: ['~/.nanobot/config.json'],
        format: 'json',
        servers: ['tools', 'mcpServers'],
        otherServers: ['tools', 'mcp_servers'],
        shape: 'plain',
      },
    ],
  },
  openclaw: {
    user: [
      {
        paths: ['~/.openclaw/openclaw.json'],
        format: 'json5',
        servers: ['mcp', 'servers'],
        shape: 'plain',
        folderVariable: 'OPENCLAW_STATE_DIR',
        fileVariable: 'OPENCLAW_CONFIG_PATH',
      },
    ],
  },
  rovodev: { user: mcpServers('~/.rovodev/mcp.json', { shape: 'rovodev' }) },
  'tabnine-cli': {
    project: mcpServers('.tabnine/agent/settings.json'),
    user: mcpServers('~/.tabnine/agent/settings.json'),
  },
  warp: {
    project: mcpServers('.warp/.mcp.json'),
    user: mcpServers('~/.warp/.mcp.json'),
  },
  zed: {
    project: [{ paths: ['.zed/settings.json'], ...zedFile }],
    user: [{ paths: ['<config>/zed/settings.json'], ...zedFile }],
  },
}

/** Every file of a project that `connect` may write, relative to it. */
export const projectServerFiles: readonly string[] = [
  ...new Set(
    Object.values(agentServers).flatMap(({ project = [] }) => project.flatMap(({ paths }) => paths)),
  ),
]
