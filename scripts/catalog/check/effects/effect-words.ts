import type { CatalogEntry } from '../../entries.ts'
import { type CatalogRule, issueOf } from '../rule.ts'

/** Last words of commands that are destructive by the definition in docs/publishing.md, unless something is unusual. */
const words = new Set([
  // They take something away.
  ...['delete', 'remove', 'rm', 'uninstall', 'destroy', 'purge', 'wipe', 'erase', 'drop', 'prune', 'revoke'],
  ...['kill', 'cancel', 'logout', 'rollback'],
  // Others see it at once.
  ...['send', 'publish', 'deploy', 'invite', 'share'],
  // It runs what the call brings.
  ...['exec', 'dlx'],
])

/** Last words of commands that keep foreign code for later starts, or show or make what gives access. */
const letting: readonly RegExp[] = [
  /(?:^|[ :-])(?:plugins?|extensions?|mcp|mcp-servers?|skills?|hooks?|marketplaces?)[ :](?:add|install|link)$/,
  /(?:^|[ :-])(?:tokens?|api-?keys?|access-?keys?|service-accounts?|credentials?)[ :](?:create|new|generate|mint|issue)$/,
  /(?:^|[ :-])(?:print|show|reveal|export)-(?:access-|identity-|refresh-|auth-)?(?:token|secret|credential|key|password)s?$/,
  /(?:^|[ :])auth[ :](?:token|print-token|show-token)$/,
]

const promisesMore = (command: string): boolean =>
  words.has(command.split(/[ :]/u).at(-1) ?? '') || letting.some((pattern) => pattern.test(command))

const isAddedAgain = 'the command that adds it brings it back whole'
const isNew = 'it makes something new and replaces nothing'
const isKept = 'it keeps an access that the call brings, and shows none'
const toOutput = 'it changes nothing but the output that the call names'

/** Commands to which this does not apply, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'databricks account credentials create': isKept,
  'databricks account storage-credentials create': isKept,
  'databricks git-credentials create': isKept,
  'databricks storage-credentials create': isKept,
  'databricks completion uninstall': isAddedAgain,
  'dotnet publish': 'it puts the finished program into a folder',
  'elevenlabs voices share':
    'it adds a voice of the library to the own collection; voices delete takes it out again',
  'gltf-transform prune': toOutput,
  'himalaya flag remove': isAddedAgain,
  'jira-cli epic remove': isAddedAgain,
  'k8sgpt filters remove': isAddedAgain,
  'mermaid export share': 'it prints a link that holds the diagram, and sends nothing',
  'playwright-cli drop': 'it drops what is dragged in a page',
  'pnpm deploy': 'it copies a package into a folder',
  'remotion lambda functions deploy': isNew,
  'remotion cloudrun services deploy': isNew,
  'sanity exec': 'it runs the script that the call names, as node does',
  'sops groups delete': toOutput,
  'turbo prune': 'it copies a part of the repository to a folder',
  'vault kv rollback': 'it adds a version with the older data',
}

/** Returns the commands that are listed as reading or writing although their last words promise more. */
export function understatedCommands({ name, manifest }: Pick<CatalogEntry, 'name' | 'manifest'>): string[] {
  const { run, programs = [] } = manifest
  const lists = [run?.effects, ...programs.map(({ effects }) => effects)]
  return lists
    .flatMap((effects) => [...(effects?.read ?? []), ...(effects?.write ?? [])])
    .filter((entry) => typeof entry === 'string')
    .filter((command) => promisesMore(command) && !Object.hasOwn(exceptions, `${name} ${command}`))
}

export const effectWords: CatalogRule = {
  id: 'catalog.effect-words',
  wants:
    'the class destructive for commands that by their name take away, publish, send, run what the call brings, keep foreign code for later, or show or make what gives access',
  check: (entries) =>
    entries.flatMap((entry) =>
      understatedCommands(entry).map((command) =>
        issueOf(entry, 'run.effects', `does not list ${command} as destructive, as its name promises`),
      ),
    ),
}
