import { InvalidError, issuesOf, t } from '@cli-apps/core'
import { readFrontMatter } from '@cli-apps/core/skill/front-matter'
import * as z from 'zod'
import { programsInProse } from './programs-in-prose.ts'

/** The file name of an executable, as one would type it. */
const Program = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/, {
  error: () => t('skill-needs.program', 'must be the name of a program, without path and arguments'),
})
const Programs = z.array(Program).max(50)
const Variables = z.array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/)).max(50)

/** What the skills of OpenClaw, ClawHub and nanobot declare to need; other keys are theirs. */
const Requires = z.object({
  bins: Programs.optional(),
  anyBins: Programs.optional(),
  env: Variables.optional(),
})

const Block = z.object({ requires: Requires.optional() }).optional()

/** Agents keep their own under a key of `metadata`: OpenClaw under its present and earlier names, and nanobot. */
const Metadata = z.object({
  requires: Requires.optional(),
  openclaw: Block,
  clawdbot: Block,
  clawdis: Block,
  moltbot: Block,
  nanobot: Block,
})

const Fields = z.object({
  name: z
    .string()
    .regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u)
    .optional(),
  compatibility: z.string().max(2_000).optional(),
  requires: Requires.optional(),
  metadata: z.preprocess(readJsonText, Metadata.optional()),
})

/** One program that a skill needs, or several of which one is enough, and where the skill says so. */
export interface SkillNeed {
  programs: readonly string[]
  from: 'requires.bins' | 'requires.anyBins' | 'compatibility'
}

interface SkillNeeds {
  /** The skill's name; `undefined` if it has none. */
  name: string | undefined
  needs: SkillNeed[]
  /** Environment variables. */
  variables: string[]
}

/**
 * Reads what the front matter of a SKILL.md says that the skill needs. Of `compatibility`, which is prose, only what is a
 * plain list of programs counts, and only programs that `isProgram` knows. Throws `InvalidError` `for-skill.bad-skill`.
 * Formats: the Agent Skills specification (agentskills.io) and the skills documentation of OpenClaw and nanobot.
 */
export function readSkillNeeds(
  text: string,
  source: string,
  isProgram: (word: string) => boolean,
): SkillNeeds {
  const { fields, problem } = readFrontMatter(text)
  if (problem !== undefined)
    throw badSkill(source, [{ path: `line ${problem.line}`, message: problem.message }])
  const value = Object.fromEntries(fields.map(({ key, value }) => [key, value]))
  const parsed = Fields.safeParse(value)
  if (!parsed.success) throw badSkill(source, issuesOf(parsed.error, value))
  const { name, compatibility = '', requires, metadata } = parsed.data
  const { requires: plain, ...ofAgents } = metadata ?? {}
  const blocks = [requires, plain, ...Object.values(ofAgents).map((block) => block?.requires)]
  const declared = blocks.filter((block) => block !== undefined)
  const bins = [...new Set(declared.flatMap(({ bins = [] }) => bins))]
  const anyBins = declared.flatMap(({ anyBins = [] }) => (anyBins.length > 0 ? [anyBins] : []))
  const named = new Set([...bins, ...anyBins.flat()])
  const inProse = programsInProse(compatibility, isProgram).filter((program) => !named.has(program))
  return {
    name,
    needs: [
      ...bins.map((program): SkillNeed => ({ programs: [program], from: 'requires.bins' })),
      ...anyBins.map((programs): SkillNeed => ({ programs, from: 'requires.anyBins' })),
      ...inProse.map((program): SkillNeed => ({ programs: [program], from: 'compatibility' })),
    ],
    variables: [...new Set(declared.flatMap(({ env = [] }) => env))],
  }
}

/** Skills for parsers of one-line values have their metadata as JSON in a string. */
function readJsonText(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

const badSkill = (source: string, issues: { path: string; message: string }[]): InvalidError =>
  new InvalidError(
    'for-skill.bad-skill',
    t('for-skill.bad-skill', 'What the skill {source} needs cannot be read.', { source }),
    {
      hint: t('for-skill.bad-skill.hint', 'Install the programs that it needs by name: {cli} install NAME'),
      issues,
    },
  )
