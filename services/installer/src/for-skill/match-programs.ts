import { type AppName, type IndexEntry, isGeneralProgram, programNames, t } from '@cli-apps/core'
import { findProgram, type Registry } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import type { SkillNeed } from './skill-needs.ts'

/** A registry with what its index lists. */
interface IndexedRegistry {
  registry: Registry
  entries: readonly IndexEntry[]
}

/** What a skill needs, and the app that has it. */
export interface MatchedNeed extends SkillNeed {
  /** `null` where no registry has such an app, or none that may be installed. */
  app: AppName | null
  /** Why there is none, and what a person can do. */
  reason: string | null
}

interface MatchOptions {
  /** In the order in which they are asked. */
  registries: readonly IndexedRegistry[]
  allowGeneral: boolean
  /** Whether the workspace has an app, which is then preferred among several. */
  isInstalled: (name: AppName) => boolean
}

/** Whether an entry may be the app of this program; its manifest decides. */
const mayHave = ({ name, aliases, programs = [] }: IndexEntry, program: string): boolean =>
  name === program.toLowerCase() ||
  programs.includes(program) ||
  aliases.some((alias) => alias.toLowerCase() === program.toLowerCase())

/** Whether any registry knows a program or app by this word. */
export const isKnownProgram = (registries: readonly IndexedRegistry[], word: string): boolean =>
  registries.some(({ entries }) => entries.some((entry) => mayHave(entry, word)))

/** Finds the app for what a skill needs: of several programs, one that is installed, or the first that an app has. */
export async function matchNeed(
  need: SkillNeed,
  { environment }: Pick<CommandContext, 'environment'>,
  { registries, allowGeneral, isInstalled }: MatchOptions,
): Promise<MatchedNeed> {
  const allowed = need.programs.filter((program) => allowGeneral || !isGeneralProgram(program))
  const apps = await Promise.all(allowed.map((program) => appOf(program, registries)))
  const found = apps.filter((app) => app !== undefined)
  const app = found.find(isInstalled) ?? found[0]
  if (app !== undefined) return { ...need, app, reason: null }
  const reasons = await Promise.all(
    need.programs.map((program) => reasonFor(program, environment, allowGeneral)),
  )
  return { ...need, app: null, reason: reasons.join('; ') }
}

async function appOf(program: string, registries: readonly IndexedRegistry[]): Promise<AppName | undefined> {
  for (const { registry, entries } of registries)
    for (const { name, latest } of entries.filter((entry) => mayHave(entry, program)).sort(byName(program))) {
      const { manifest } = await registry.manifest(name, latest)
      if (programNames(manifest).includes(program) || name === program) return name
    }
  return undefined
}

/** The app of that very name comes first. */
const byName =
  (program: string) =>
  (a: IndexEntry, b: IndexEntry): number =>
    Number(b.name === program) - Number(a.name === program)

async function reasonFor(
  program: string,
  environment: NodeJS.ProcessEnv,
  allowGeneral: boolean,
): Promise<string> {
  if (!allowGeneral && isGeneralProgram(program))
    return t(
      'match-programs.general',
      '{program} runs other programs, so it is no app without --allow-general',
      {
        program,
      },
    )
  const place = await findProgram(program, environment)
  return place === undefined
    ? t('match-programs.unknown', 'no app has the program {program}', { program })
    : t(
        'match-programs.on-path',
        'no app has the program {program}, but it is on PATH: {cli} adopt {program}',
        { program },
      )
}
