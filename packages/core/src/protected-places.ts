import { agents } from './agents.ts'

/** Folders of agents, in which they find skills, hooks and commands to run. */
const ofAgents = [
  ...new Set(
    Object.values(agents)
      .flatMap(({ skills, traces }) => [skills, ...traces])
      .filter((trace) => trace.startsWith('.') && !trace.startsWith('.github'))
      .map((trace) => trace.split('/')[0] ?? ''),
  ),
]

/** What decides about later runs of ours: no grant opens it. */
export const ownPlaces = ['.cli-apps', 'cli-apps.json', 'cli-apps.lock', 'skills'] as const

/**
 * Files and folders by which a later tool runs code that nobody asked for. docs/sandbox.md has the table. A name counts in every
 * folder, `skills` at the top of the workspace alone.
 */
export const protectedPlaces: readonly string[] = [
  ...ownPlaces,
  '.git',
  '.githooks',
  '.husky',
  '.pre-commit-config.yaml',
  ...['lefthook', '.lefthook', 'lefthook-local', '.lefthook-local'].flatMap((name) =>
    ['yml', 'yaml', 'toml', 'json'].map((ending) => `${name}.${ending}`),
  ),
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  '.pnpmfile.cjs',
  '.pnpmfile.mjs',
  'bunfig.toml',
  '.cargo',
  '.envrc',
  'mise.toml',
  '.mise.toml',
  'mise.local.toml',
  '.mise.local.toml',
  '.mise',
  '.tool-versions',
  '.vscode',
  '.idea',
  '.zed',
  '.devcontainer',
  '.devcontainer.json',
  '.exrc',
  '.nvim.lua',
  '.vimrc',
  '.dir-locals.el',
  '.hg',
  '.jj',
  '.mcp.json',
  'opencode.json',
  'opencode.jsonc',
  'crush.json',
  '.crush.json',
  '.aider.conf.yml',
  ...ofAgents,
]

const names: ReadonlySet<string> = new Set(protectedPlaces)
const own: ReadonlySet<string> = new Set(ownPlaces)

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

/**
 * The protected place that an entry of a folder is, as grants name it; `undefined` for any other. Letter case does not count, as on
 * disks that do not tell it apart.
 */
export function protectedPlace(
  entry: string,
  { isTop, isRepository }: { isTop: boolean; isRepository: boolean },
): string | undefined {
  if (isRepository && repositoryFiles.has(entry)) return '.git'
  const name = entry.toLowerCase()
  if (!names.has(name)) return undefined
  return name === 'skills' && (!isTop || entry !== name) ? undefined : name
}

/** May a person let an app change this place? */
export const isGrantable = (name: string): boolean => names.has(name) && !own.has(name)
