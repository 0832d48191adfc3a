import * as z from 'zod'

/** What a skill needs on this machine. */
export interface SkillRequirements {
  /** Names of programs. */
  bins: readonly string[]
  /** Names of environment variables. */
  env: readonly string[]
}

export interface SkillFlags {
  always: boolean
  requires: SkillRequirements
  /** Fields that could not be understood. */
  problems: string[]
}

/** Keys of `metadata` under which agents keep requirements; the first one present counts. */
const sections = ['cli-apps', 'nanobot', 'openclaw'] as const

const Mapping = z.record(z.string(), z.unknown())
const forms = { bins: /^[\w.+-]{1,64}$/, env: /^[A-Za-z_]\w{0,127}$/ } as const
const mostNames = 50

/**
 * Reads flags and requirements from front matter: `always` at the top or in `metadata`, and `metadata.<agent>.{always,
 * requires: {bins, env}}`, each mapping also as JSON text. Values of another shape are ignored.
 */
export function readSkillFlags(fields: Readonly<Record<string, unknown>>): SkillFlags {
  const problems: string[] = []
  const metadata = mappingOf(fields.metadata, 'metadata', problems)
  const key = sections.find((name) => isThere(metadata?.[name]))
  const section = key === undefined ? undefined : mappingOf(metadata?.[key], `metadata.${key}`, problems)
  const requires = mappingOf(section?.requires, `metadata.${key}.requires`, problems)
  return {
    always: [fields.always, metadata?.always, section?.always].some(isOn),
    requires: {
      bins: namesOf(requires?.bins, 'bins', problems),
      env: namesOf(requires?.env, 'env', problems),
    },
    problems,
  }
}

const isThere = (value: unknown): boolean => value !== undefined && value !== null
const isOn = (value: unknown): boolean => value === true || value === 'true'

function mappingOf(value: unknown, key: string, problems: string[]): Record<string, unknown> | undefined {
  if (!isThere(value)) return undefined
  const parsed = Mapping.safeParse(typeof value === 'string' ? parsedText(value) : value)
  if (parsed.success) return parsed.data
  problems.push(`${key} is neither an object nor the JSON text of one`)
  return undefined
}

function parsedText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function namesOf(value: unknown, kind: keyof typeof forms, problems: string[]): string[] {
  if (!isThere(value)) return []
  const given: readonly unknown[] = Array.isArray(value) ? value : [value]
  const names = given.filter((one) => typeof one === 'string').filter((one) => forms[kind].test(one))
  if (names.length < given.length || names.length > mostNames)
    problems.push(`requires.${kind} is not a list of at most ${mostNames} names`)
  return [...new Set(names)].slice(0, mostNames)
}
