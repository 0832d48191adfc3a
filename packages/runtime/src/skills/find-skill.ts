import { NotFoundError, nearestNames, skillName, toLine } from '@cli-apps/core'
import type { InstalledApp } from '../installed-apps.ts'
import type { Skill } from './skill.ts'
import { untrusted } from './skill-files.ts'
import type { LoadedSkills } from './skill-loader.ts'

/**
 * Finds a skill by its name, or by the name or an alias of its app, ignoring case. Throws `NotFoundError`
 * `skill.unknown` with the nearest names, and `ForbiddenError` `skill.untrusted`.
 */
export function getSkill(
  name: string,
  { skills, hidden }: LoadedSkills,
  apps: readonly InstalledApp[],
): Skill {
  const requested = normal(name)
  const app = apps.find(
    ({ name: own, record }) =>
      own === requested || record?.manifest.aliases?.some((alias) => normal(alias) === requested),
  )
  const names = [requested, ...(app === undefined ? [] : [skillName(app.name)])]
  for (const one of names) {
    const skill = skills.find((candidate) => normal(candidate.name) === one)
    if (skill !== undefined) return skill
  }
  if (hidden.some((one) => names.includes(normal(one)))) throw untrusted(toLine(name, 80), 'SKILL.md')
  throw new NotFoundError('skill.unknown', `Skill not found: ${JSON.stringify(toLine(name, 80))}.`, {
    hint: app === undefined ? meant(requested, skills) : missing(app),
  })
}

const normal = (name: string): string => name.trim().normalize('NFC').toLowerCase()

const missing = ({ name }: InstalledApp): string =>
  `The app is installed and its skill is not there; the user can make it again with: npx cli-apps skill render ${name}`

function meant(requested: string, skills: readonly Skill[]): string {
  const word = requested.slice(0, 100)
  const names = skills.flatMap(({ name, app }) => (app === undefined ? [name] : [name, app]))
  const near = nearestNames(word, names)
  if (near.length > 0) return `Did you mean ${near.map((one) => `"${one}"`).join(' or ')}?`
  return skills.length === 0
    ? 'No skills are available.'
    : `There are ${skills.length} skills, such as ${skills
        .slice(0, 5)
        .map(({ name }) => `"${name}"`)
        .join(', ')}.`
}
