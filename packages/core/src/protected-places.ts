import { agents } from './agents.ts'

/** Folders of agents, in which they find skills, hooks and commands to run. */
const ofAgents = Object.values(agents)
  .flatMap(({ skills, traces }) => [skills, ...traces])
  .filter((trace) => trace.startsWith('.') && !trace.startsWith('.github'))
  .map((trace) => trace.split('/')[0] ?? '')

/** What decides about later runs of ours: no grant opens it. */
export const ownPlaces = ['.cli-apps', 'cli-apps.json', 'cli-apps.lock', 'skills'] as const

const withEndings = (names: readonly string[], endings: readonly string[]): string[] =>
  names.flatMap((name) => endings.map((ending) => `${name}.${ending}`))

/**
 * Files and folders by which a later tool runs code that nobody asked for. docs/sandbox.md has the table. A name counts in every
 * folder, `skills` at the top of the workspace alone; of two names the first is that of the folder around.
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
    ...['node_modules', '.venv', 'venv', '.yarn', '.pnp.cjs', '.pnp.loader.mjs'],
    ...['.npmrc', '.yarnrc', '.yarnrc.yml', '.pnpmfile.cjs', '.pnpmfile.mjs', 'bunfig.toml', '.cargo'],
    ...['.mvn', '.bazelrc', '.bundle', '.rprofile', '.gdbinit', '.lldbinit'],
    ...['.envrc', '.shadowenv.d', '.mise', '.config/mise', '.config/mise.toml', '.tool-versions'],
    ...withEndings(['mise', '.mise', 'mise.local', '.mise.local'], ['toml']),
    ...['.vscode', '.idea', '.zed', '.fleet', '.devcontainer', '.devcontainer.json', '*.code-workspace'],
    ...['.exrc', '.nvimrc', '.nvim.lua', '.vimrc', '.lvimrc', '.dir-locals.el', '.dir-locals-2.el'],
    ...['.mcp.json', 'opencode.json', 'opencode.jsonc', 'crush.json', '.crush.json'],
    ...['.aider.conf.yml', '.github/hooks', '.github/skills'],
    ...['.kiro', '.continue', '.amazonq', '.augment', '.trae', '.junie', '.crush', '.openhands', '.pi'],
    ...ofAgents,
  ]),
]

const names: ReadonlySet<string> = new Set(protectedPlaces)
const own: ReadonlySet<string> = new Set(ownPlaces)
const endings = protectedPlaces.filter((name) => name.startsWith('*')).map((name) => name.slice(1))

/** A folder with these is a repository, whatever it is called, and Git obeys what lies in it. */
export const isRepository = (entries: ReadonlySet<string>): boolean =>
  entries.has('HEAD') && (entries.has('commondir') || (entries.has('objects') && entries.has('refs')))

/** What Git obeys in a repository. */
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
  /** It is one as `isRepository` says. */
  isRepository: boolean
}

/**
 * The protected place that an entry of a folder is, as grants name it; `undefined` for any other. Letter case does not count, as on
 * disks that do not tell it apart.
 */
export function protectedPlace(entry: string, around: FolderAround): string | undefined {
  if (around.isRepository && repositoryFiles.has(entry)) return '.git'
  const name = entry.toLowerCase()
  const isElsewhere = name === 'skills' && (around.name !== '' || entry !== name)
  if (names.has(name) && !isElsewhere) return name
  const inner = `${around.name.toLowerCase()}/${name}`
  if (names.has(inner)) return inner
  const ending = endings.find((one) => name.endsWith(one))
  return ending === undefined ? undefined : `*${ending}`
}

/** May a person let an app change this place? */
export const isGrantable = (name: string): boolean => names.has(name) && !own.has(name)
