import { type AppName, NotFoundError, t } from '@cli-apps/core'
import type { CommandContext } from '../context.ts'
import { openOnce } from '../resolve/registries.ts'
import { registryLocations } from '../resolve/registry-locations.ts'
import { readWorkspaceFacts } from '../resolve/workspace-facts.ts'
import { fetchSkill } from './fetch-skill.ts'
import { isKnownProgram, type MatchedNeed, matchNeed } from './match-programs.ts'
import { readSkillNeeds, type SkillNeed } from './skill-needs.ts'

/** The apps that a skill of somebody else needs. */
export interface AppsForSkill {
  /** Name of the skill, or where it is. */
  skill: string
  needs: MatchedNeed[]
  /** Environment variables that it needs and that are not set here. */
  variables: string[]
  /** Each app once, with the reason why it is installed. */
  apps: { name: AppName; remark: string }[]
}

interface ForSkillOptions {
  /** `--registry` */
  registry: string | undefined
  allowGeneral: boolean
}

/**
 * Finds the apps that the skill at a place needs, in the configured registries; the skill chooses no registry, version or
 * method, and nothing of it is run. Throws what `fetchSkill` and `readSkillNeeds` throw, and `NotFoundError`
 * `for-skill.no-app` if there is an app for nothing that it needs.
 */
export async function appsForSkill(
  place: string,
  context: CommandContext,
  { registry: flag, allowGeneral }: ForSkillOptions,
): Promise<AppsForSkill> {
  const { declared, lockfile } = await readWorkspaceFacts(context.workspace)
  const [text, registries] = await Promise.all([
    fetchSkill(place, context),
    Promise.all(
      registryLocations(context, { flag, declared })
        .map(openOnce(context))
        .map(async (opening) => {
          const registry = await opening
          return { registry, entries: await registry.index() }
        }),
    ),
  ])
  const read = readSkillNeeds(text, place, (word) => isKnownProgram(registries, word))
  const isInstalled = (name: AppName): boolean => lockfile.apps[name] !== undefined
  const options = { registries, allowGeneral, isInstalled }
  const needs = await Promise.all(read.needs.map((need) => matchNeed(need, context, options)))
  const skill = read.name ?? place
  const names = new Set(needs.flatMap(({ app }) => (app === null ? [] : [app])))
  if (needs.length > 0 && names.size === 0) throw noApp(skill, needs)
  return {
    skill,
    needs,
    variables: read.variables.filter((name) => (context.environment[name] ?? '') === ''),
    apps: [...names].map((name) => ({
      name,
      remark: t('for-skill.needed', 'the skill {skill} needs it ({needs})', {
        skill,
        needs: needs
          .filter(({ app }) => app === name)
          .map(needText)
          .join(', '),
      }),
    })),
  }
}

const needText = ({ from, programs }: SkillNeed): string => `${from}: ${programs.join(' | ')}`

const noApp = (skill: string, needs: readonly MatchedNeed[]): NotFoundError =>
  new NotFoundError(
    'for-skill.no-app',
    t('for-skill.no-app', 'There is no app for anything that the skill {skill} needs: {reasons}.', {
      skill,
      reasons: needs.map(({ reason }) => reason).join('; '),
    }),
    {
      hint: t('for-skill.no-app.hint', 'To make a program of this machine an app: {cli} adopt PROGRAM'),
      details: { needs: needs.map(({ programs, from, reason }) => ({ programs, from, reason })) },
    },
  )

/** What remains to be done for the skill, in lines for people. */
export const restForSkill = ({ skill, needs, variables }: Omit<AppsForSkill, 'apps'>): string[] => [
  ...(needs.length === 0
    ? [t('for-skill.needs-nothing', 'The skill {skill} names no program that it needs.', { skill })]
    : []),
  ...needs.flatMap(({ reason }) =>
    reason === null
      ? []
      : [t('for-skill.not-met', 'Not met for the skill {skill}: {reason}', { skill, reason })],
  ),
  ...(variables.length === 0
    ? []
    : [
        t(
          'for-skill.variables',
          'The skill {skill} needs these variables in the environment of your agent: {names}',
          {
            skill,
            names: variables.join(', '),
          },
        ),
      ]),
]
