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
  /** Folder that it keeps in the user's home; unknown for agents without one. */
  home?: string
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
    home: '.claude',
  },
  codex: { title: 'Codex', skills: '.agents/skills', traces: ['.codex', 'AGENTS.md'], home: '.codex' },
  cursor: { title: 'Cursor', skills: '.cursor/skills', traces: ['.cursor', '.cursorrules'], home: '.cursor' },
  'gemini-cli': {
    title: 'Gemini CLI',
    skills: '.agents/skills',
    traces: ['.gemini', 'GEMINI.md'],
    home: '.gemini',
  },
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
    home: '.copilot',
  },
  opencode: {
    title: 'OpenCode',
    skills: '.agents/skills',
    traces: ['.opencode', 'opencode.json', 'opencode.jsonc'],
    home: '.config/opencode',
  },
  amp: { title: 'Amp', skills: '.agents/skills', traces: ['.amp'], home: '.config/amp' },
  goose: {
    title: 'goose',
    skills: '.agents/skills',
    traces: ['.goose', '.goosehints'],
    home: '.config/goose',
  },
  cline: { title: 'Cline', skills: '.cline/skills', traces: ['.cline', '.clinerules'], home: '.cline' },
  droid: { title: 'Droid', skills: '.factory/skills', traces: ['.factory'], home: '.factory' },
  kilo: {
    title: 'Kilo Code',
    skills: '.kilocode/skills',
    traces: ['.kilocode', '.kilocodemodes'],
    home: '.kilocode',
  },
  'qwen-code': { title: 'Qwen Code', skills: '.qwen/skills', traces: ['.qwen', 'QWEN.md'], home: '.qwen' },
  roo: { title: 'Roo Code', skills: '.roo/skills', traces: ['.roo', '.roomodes'], home: '.roo' },
  windsurf: {
    title: 'Windsurf',
    skills: '.windsurf/skills',
    traces: ['.windsurf', '.windsurfrules'],
    home: '.codeium/windsurf',
  },
  'aider-desk': {
    title: 'AiderDesk',
    skills: '.aider-desk/skills',
    traces: ['.aider-desk'],
    home: '.aider-desk',
  },
  antigravity: { title: 'Antigravity', skills: '.agents/skills', traces: [], home: '.gemini/antigravity' },
  'antigravity-cli': {
    title: 'Antigravity CLI',
    skills: '.agents/skills',
    traces: [],
    home: '.gemini/antigravity-cli',
  },
  astrbot: { title: 'AstrBot', skills: 'data/skills', traces: [], home: '.astrbot' },
  'autohand-code': {
    title: 'Autohand Code CLI',
    skills: '.autohand/skills',
    traces: ['.autohand'],
    home: '.autohand',
  },
  augment: { title: 'Augment', skills: '.augment/skills', traces: ['.augment'], home: '.augment' },
  bob: { title: 'IBM Bob', skills: '.bob/skills', traces: ['.bob'], home: '.bob' },
  openclaw: { title: 'OpenClaw', skills: 'skills', traces: [], home: '.openclaw' },
  'codearts-agent': {
    title: 'CodeArts Agent',
    skills: '.codeartsdoer/skills',
    traces: ['.codeartsdoer'],
    home: '.codeartsdoer',
  },
  codebuddy: { title: 'CodeBuddy', skills: '.codebuddy/skills', traces: ['.codebuddy'], home: '.codebuddy' },
  codemaker: { title: 'Codemaker', skills: '.codemaker/skills', traces: ['.codemaker'], home: '.codemaker' },
  codestudio: {
    title: 'Code Studio',
    skills: '.codestudio/skills',
    traces: ['.codestudio'],
    home: '.codestudio',
  },
  'command-code': {
    title: 'Command Code',
    skills: '.commandcode/skills',
    traces: ['.commandcode'],
    home: '.commandcode',
  },
  continue: { title: 'Continue', skills: '.continue/skills', traces: ['.continue'], home: '.continue' },
  cortex: { title: 'Cortex Code', skills: '.cortex/skills', traces: ['.cortex'], home: '.snowflake/cortex' },
  crush: {
    title: 'Crush',
    skills: '.crush/skills',
    traces: ['.crush', 'crush.json', '.crush.json'],
    home: '.config/crush',
  },
  deepagents: { title: 'Deep Agents', skills: '.agents/skills', traces: [], home: '.deepagents' },
  devin: { title: 'Devin for Terminal', skills: '.devin/skills', traces: ['.devin'], home: '.config/devin' },
  dexto: { title: 'Dexto', skills: '.agents/skills', traces: [], home: '.dexto' },
  eve: { title: 'Eve', skills: 'agent/skills', traces: [] },
  firebender: { title: 'Firebender', skills: '.agents/skills', traces: [], home: '.firebender' },
  forgecode: { title: 'ForgeCode', skills: '.forge/skills', traces: ['.forge'], home: '.forge' },
  'hermes-agent': { title: 'Hermes Agent', skills: '.hermes/skills', traces: ['.hermes'], home: '.hermes' },
  'inference-sh': {
    title: 'inference.sh',
    skills: '.inferencesh/skills',
    traces: ['.inferencesh'],
    home: '.inferencesh',
  },
  jazz: { title: 'Jazz', skills: '.jazz/skills', traces: ['.jazz'], home: '.jazz' },
  junie: { title: 'Junie', skills: '.junie/skills', traces: ['.junie'], home: '.junie' },
  'iflow-cli': { title: 'iFlow CLI', skills: '.iflow/skills', traces: ['.iflow'], home: '.iflow' },
  'kimi-code-cli': {
    title: 'Kimi Code CLI',
    skills: '.agents/skills',
    traces: ['.kimi-code'],
    home: '.kimi-code',
  },
  'kiro-cli': { title: 'Kiro CLI', skills: '.kiro/skills', traces: ['.kiro'], home: '.kiro' },
  kode: { title: 'Kode', skills: '.kode/skills', traces: ['.kode'], home: '.kode' },
  lingma: { title: 'Lingma', skills: '.lingma/skills', traces: ['.lingma'], home: '.lingma' },
  loaf: { title: 'Loaf', skills: '.agents/skills', traces: [], home: '.loaf' },
  mcpjam: { title: 'MCPJam', skills: '.mcpjam/skills', traces: ['.mcpjam'], home: '.mcpjam' },
  'mistral-vibe': { title: 'Mistral Vibe', skills: '.vibe/skills', traces: ['.vibe'], home: '.vibe' },
  moxby: { title: 'Moxby', skills: '.moxby/skills', traces: ['.moxby'], home: '.moxby' },
  mux: { title: 'Mux', skills: '.mux/skills', traces: ['.mux'], home: '.mux' },
  openhands: { title: 'OpenHands', skills: '.openhands/skills', traces: ['.openhands'], home: '.openhands' },
  ona: { title: 'Ona', skills: '.ona/skills', traces: ['.ona'], home: '.ona' },
  pi: { title: 'Pi', skills: '.agents/skills', traces: ['.pi'], home: '.pi/agent' },
  qoder: { title: 'Qoder', skills: '.qoder/skills', traces: ['.qoder'], home: '.qoder' },
  'qoder-cn': { title: 'Qoder CN', skills: '.qoder/skills', traces: [], home: '.qoder-cn' },
  replit: { title: 'Replit', skills: '.agents/skills', traces: ['.replit'] },
  reasonix: { title: 'Reasonix', skills: '.reasonix/skills', traces: ['.reasonix'], home: '.reasonix' },
  rovodev: { title: 'Rovo Dev', skills: '.rovodev/skills', traces: ['.rovodev'], home: '.rovodev' },
  'tabnine-cli': {
    title: 'Tabnine CLI',
    skills: '.tabnine/agent/skills',
    traces: ['.tabnine'],
    home: '.tabnine',
  },
  terramind: { title: 'Terramind', skills: '.terramind/skills', traces: ['.terramind'], home: '.terramind' },
  tinycloud: { title: 'Tinycloud', skills: '.tinycloud/skills', traces: ['.tinycloud'], home: '.tinycloud' },
  trae: { title: 'Trae', skills: '.trae/skills', traces: ['.trae'], home: '.trae' },
  'trae-cn': { title: 'Trae CN', skills: '.trae/skills', traces: [], home: '.trae-cn' },
  warp: { title: 'Warp', skills: '.agents/skills', traces: [], home: '.warp' },
  zed: { title: 'Zed', skills: '.agents/skills', traces: ['.zed'], home: '.config/zed' },
  zcode: { title: 'ZCode', skills: '.zcode/skills', traces: ['.zcode'] },
  zencoder: { title: 'Zencoder', skills: '.zencoder/skills', traces: ['.zencoder'], home: '.zencoder' },
  zenflow: { title: 'Zenflow', skills: '.zencoder/skills', traces: [], home: '.zencoder' },
  neovate: { title: 'Neovate', skills: '.neovate/skills', traces: ['.neovate'], home: '.neovate' },
  pochi: { title: 'Pochi', skills: '.pochi/skills', traces: ['.pochi'], home: '.pochi' },
  promptscript: {
    title: 'PromptScript',
    skills: '.agents/skills',
    traces: ['.promptscript', 'promptscript.yaml'],
  },
  adal: { title: 'AdaL', skills: '.adal/skills', traces: ['.adal'], home: '.adal' },
  fx: { title: 'fx', skills: '.agents/skills', traces: [], home: '.fx' },
  grok: { title: 'Grok Build', skills: '.grok/skills', traces: ['.grok'], home: '.grok' },
  kimchi: { title: 'Kimchi', skills: '.kimchi/skills', traces: ['.kimchi'], home: '.config/kimchi' },
  'minimax-code': {
    title: 'MiniMax Code',
    skills: '.minimax/skills',
    traces: ['.minimax'],
    home: '.minimax',
  },
  'posit-assistant': {
    title: 'Posit Assistant',
    skills: '.posit/assistant/skills',
    traces: ['.posit/assistant'],
    home: '.posit/assistant',
  },
  'sarvam-code': { title: 'Sarvam Code', skills: '.agents/skills', traces: [], home: '.sarvam' },
  nanobot: { title: 'nanobot', skills: 'skills', traces: [], home: '.nanobot' },
  universal: { title: 'Universal', skills: '.agents/skills', traces: [] },
} as const satisfies Record<string, Agent>
