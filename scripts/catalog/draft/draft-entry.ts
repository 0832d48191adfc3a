import { type InstallMethod, isAppName } from '@cli-apps/core'
import semver from 'semver'
import type { PackageFacts } from './facts.ts'

export interface Draft {
  /** A manifest without the parts that a person must write. */
  manifest: Record<string, unknown>
  /** What remains to be written, one item per line. */
  missing: string[]
}

/** Drafts `catalog/<name>.json` from package indexes; the first source of a fact wins. */
export function draftEntry(name: string, facts: readonly PackageFacts[]): Draft {
  const [first] = facts
  const executables = facts.flatMap((one) => one.executables)
  const entryPoint = executables.includes(name) ? name : executables[0]
  const version = entryVersion(first?.version)
  const install: InstallMethod[] = facts.map(({ method }) => method)
  const manifest = {
    manifest: 1,
    name,
    ...(version !== undefined && { version }),
    ...(first !== undefined && version !== first.version && { program_version: first.version }),
    homepage: facts.find(({ homepage }) => homepage)?.homepage,
    repository: facts.find(({ repository }) => repository)?.repository,
    license: facts.find(({ license }) => license)?.license,
    entry_point: entryPoint,
    install,
  }
  return {
    manifest: JSON.parse(JSON.stringify(manifest)),
    missing: [
      ...(isAppName(name) ? [] : ['name: lower case letters, digits and single hyphens']),
      ...(version === undefined ? ['version: the index tells none that is a version'] : []),
      ...(entryPoint === undefined ? ['entry_point: the name of the executable, which is not known'] : []),
      ...(executables.length > 1 && entryPoint !== name
        ? [`entry_point: choose among ${executables.join(', ')}`]
        : []),
      ...written,
      ...install.flatMap((method) =>
        method.method === 'npm' && method.scripts !== undefined
          ? ['install: try whether it works without its install script, and drop "scripts" then']
          : [],
      ),
    ],
  }
}

/** What no index contains, or only in upstream's own words. */
const written = [
  'display_name, summary (up to 120 characters), description: what it does and when to use it, in the words that users type',
  'i18n.zh: summary and description in Chinese',
  'category, tags: three to eight, at least one of them Chinese',
  'run.version: the arguments that print the version, and "expect": a part of what they print that proves the program',
  'run.effects: which commands read, write or destroy, where it has commands',
  'requires: variables, accounts, services and programs that it needs, where it needs any',
  'skill: use_when, gotchas',
  'recipes: two tasks or more, each with its call; one with files and expect that uses the app for what it is for',
]

/** The closest semantic version: `26.02` becomes 26.2.0. */
function entryVersion(version = ''): string | undefined {
  const [major, minor = 0, patch = 0] = (version.match(/\d+/g) ?? []).map(Number)
  return semver.valid(version) ?? (major === undefined ? undefined : `${major}.${minor}.${patch}`)
}
