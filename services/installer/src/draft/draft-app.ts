import { AppManifest, type AppName, type InstallMethod } from '@cli-apps/core'
import semver from 'semver'
import { type MissingKey, missingKeys } from './missing-keys.ts'
import { executablesOf, type PackageFacts } from './package-facts.ts'

/** What a person answered. */
export interface Answers {
  entryPoint?: string | undefined
  summary?: string | undefined
  description?: string | undefined
  category?: string | undefined
  license?: string | undefined
  /** How people get a program that no package manager installs. */
  instructions?: string | undefined
}

interface Draft {
  /** A manifest in which what a person must write is empty. */
  manifest: Record<string, unknown>
  missing: readonly MissingKey[]
}

/** Drafts a manifest from what sources know: the first that states a fact wins, and an answer wins over all. */
export function draftApp(name: AppName, facts: readonly PackageFacts[], answers: Answers): Draft {
  const first = <Key extends keyof PackageFacts>(key: Key): PackageFacts[Key] | undefined =>
    facts.find((one) => one[key] !== undefined)?.[key]
  const printed = first('version')
  const version = entryVersion(printed)
  const fields = {
    ...{ manifest: 1, name, version: version ?? '' },
    program_version: printed === version ? undefined : printed,
    display_name: name,
    summary: answers.summary ?? '',
    description: answers.description ?? '',
    category: answers.category ?? '',
    tags: [],
    homepage: valid('homepage', first('homepage')),
    repository: valid('repository', first('repository')),
    license: valid('license', answers.license ?? first('license')),
    entry_point: answers.entryPoint ?? entryPointOf(name, facts) ?? '',
    install: methodsOf(facts, { name, ...answers }),
    run: first('printsVersion') && { version: first('printsVersion') },
    skill: { use_when: '' },
    recipes: [],
  }
  return { manifest: JSON.parse(JSON.stringify(fields)), missing: missingKeys(fields, facts) }
}

/**
 * The program that was read, unless a package has others; else the name itself where a package has such an executable or
 * none is known, or the only one.
 */
export function entryPointOf(name: string, facts: readonly PackageFacts[]): string | undefined {
  const executables = executablesOf(facts)
  const read = facts.find(({ entryPoint }) => entryPoint !== undefined)?.entryPoint
  const brought = executablesOf(facts.filter(({ entryPoint }) => entryPoint === undefined))
  if (read !== undefined && (brought.length === 0 || brought.includes(read))) return read
  if (executables.includes(name) || executables.length === 0) return name
  return executables.length === 1 ? executables[0] : undefined
}

/** The closest semantic version: `26.02` becomes 26.2.0. */
function entryVersion(version = ''): string | undefined {
  const [major, minor = 0, patch = 0] = (version.match(/\d+/g) ?? []).map(Number)
  return semver.valid(version) ?? (major === undefined ? undefined : `${major}.${minor}.${patch}`)
}

/** A fact that a manifest cannot hold is left out. */
const valid = (key: 'homepage' | 'repository' | 'license', text: string | undefined): string | undefined =>
  AppManifest.shape[key].safeParse(text).data

function methodsOf(
  facts: readonly PackageFacts[],
  { name, entryPoint, instructions }: Answers & { name: AppName },
): InstallMethod[] {
  const methods = facts.flatMap(({ method }) => method ?? [])
  if (methods.length > 0 || instructions === undefined) return methods
  return [{ method: 'bundled', detect: entryPoint ?? entryPointOf(name, facts) ?? name, instructions }]
}
