import { agents } from '../agent-table.ts'

/** Agent folders that contain skills, hooks and commands to run. */
const ofAgents = Object.values(agents)
  .flatMap(({ skills, traces }) => [skills, ...traces])
  .filter((trace) => trace.startsWith('.') && !trace.startsWith('.github'))
  .map((trace) => trace.split('/')[0] ?? '')

/** Files that decide about our own later runs: no grant opens them. */
export const ownPlaces = ['.cli-apps', 'cli-apps.json', 'cli-apps.lock', 'cli-apps.d', 'skills'] as const

/** Those of them that are not hidden: only the folder itself, as an app may use the one around it. */
const visibleOfAgents = Object.values(agents)
  .map(({ skills }) => skills)
  .filter((skills) => !skills.startsWith('.') && skills.includes('/'))

const withEndings = (names: readonly string[], endings: readonly string[]): string[] =>
  names.flatMap((name) => endings.map((ending) => `${name}.${ending}`))

/**
 * Files and folders from which later tools run code without being asked; docs/sandbox.md has the table. A name applies
 * in every folder, `skills` only at the top of the workspace; of two names, the first is the parent folder's.
 */
export const protectedPlaces: readonly string[] = [
  ...new Set([
    ...ownPlaces,
    ...['.git', '.githooks', '.husky', '.overcommit.yml', '.pre-commit-config.yaml', '.hg', '.jj'],
    ...withEndings(
      ['lefthook', '.lefthook', 'lefthook-local', '.lefthook-local'],
      ['yml', 'yaml', 'toml', 'json'],
    ),
    // Code of packages: editors load it, and its programs are called by name.
    ...['node_modules', '.venv', 'venv', '.yarn', '.pnp.cjs', '.pnp.js', '.pnp.loader.mjs'],
    ...['.npmrc', '.yarnrc', '.yarnrc.yml', '.pnpmfile.cjs', '.pnpmfile.mjs', 'bunfig.toml', '.cargo'],
    ...[
      'pnpm-workspace.yaml',
      'rust-toolchain',
      'rust-toolchain.toml',
      '.pdm-python',
      '.terraform',
      '_darcs',
    ],
    ...['.mvn', '.jvmopts', '.bazelrc', '.bazeliskrc', '.bundle', '.gdbinit', '.lldbinit', '.pdbrc'],
    ...['.rprofile', '.renviron', '.rdata', '.irbrc', '.ghci', '.ocamlinit', '.octaverc'],
    ...[
      '.envrc',
      '.shadowenv.d',
      '.mise',
      '.config/mise',
      '.config/mise.toml',
      'mise/config.toml',
      '.tool-versions',
    ],
    ...withEndings(['mise', '.mise', 'mise.local', '.mise.local', 'mise.dev', '.mise.dev'], ['toml']),
    ...[
      '.vscode',
      '.idea',
      '.zed',
      '.fleet',
      '.theia',
      '.helix',
      '.devcontainer',
      '.devcontainer.json',
      '*.code-workspace',
    ],
    ...[
      '.exrc',
      '.nvimrc',
      '.nvim.lua',
      '.lazy.lua',
      '.vimrc',
      '.lvimrc',
      '.dir-locals.el',
      '.dir-locals-2.el',
    ],
    ...['.mcp.json', 'opencode.json', 'opencode.jsonc', 'crush.json', '.crush.json'],
    ...['kilo.json', 'kilo.jsonc', '.kilo', 'firebender.json', '.warp', 'data/mcp_server.json'],
    ...['.aider.conf.yml', '.github/hooks', '.github/skills'],
    ...['.kiro', '.continue', '.amazonq', '.augment', '.trae', '.junie', '.crush', '.openhands', '.pi'],
    ...ofAgents,
    ...visibleOfAgents,
  ]),
]

const names: ReadonlySet<string> = new Set(protectedPlaces)
const own: ReadonlySet<string> = new Set(ownPlaces)
const endings = protectedPlaces.filter((name) => name.startsWith('*')).map((name) => name.slice(1))

/** A folder with these entries is a Git repository under any name, and Git obeys its files. */
export const isRepository = (entries: ReadonlySet<string>): boolean =>
  entries.has('HEAD') && (entries.has('commondir') || (entries.has('objects') && entries.has('refs')))

/** Files that Git obeys in a repository. */
export const repositoryFiles: ReadonlySet<string> = new Set([
  'HEAD',
  'config',
  'config.worktree',
  'commondir',
  'hooks',
])

export interface FolderAround {
  /** Its name; empty for the workspace itself. */
  name: string
  /** Whether it is one according to `isRepository`. */
  isRepository: boolean
}

/**
 * Returns the protected place that an entry of a folder is, as grants name it; `undefined` for any other. Ignores case,
 * as some file systems do.
 */
export function protectedPlace(entry: string, around: FolderAround): string | undefined {
  if (around.isRepository && repositoryFiles.has(entry)) return '.git'
  const name = folded(entry)
  const isElsewhere = name === 'skills' && (around.name !== '' || entry !== name)
  if (names.has(name) && !isElsewhere) return name
  const inner = `${folded(around.name)}/${name}`
  if (names.has(inner)) return inner
  const ending = endings.find((one) => name.endsWith(one))
  return ending === undefined ? undefined : `*${ending}`
}

const ignorable = /\p{Default_Ignorable_Code_Point}/gu

/** Normalizes names like case-insensitive file systems: ignores case, Unicode forms and invisible marks. */
const folded = (name: string): string =>
  /^[\x20-\x7e]*$/.test(name)
    ? name.toLowerCase()
    : name.replace(ignorable, '').normalize('NFKC').toLowerCase()

/** Whether a person may let an app change this place. */
export const isGrantable = (name: string): boolean => names.has(name) && !own.has(name)
