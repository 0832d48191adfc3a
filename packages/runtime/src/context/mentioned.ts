import { type AppName, differingVersion, skillName } from '@cli-apps/core'
import { type InstalledApp, skillFileOf } from '../installed-apps.ts'
import type { Skill } from '../skills/skill.ts'
import { createMentionReader, type Mentionable, type MentionReader } from './mentions.ts'

/** An installed app with its skill, if that may be shown. */
interface MentionedApp extends Mentionable {
  kind: 'app'
  name: AppName
  entryPoint: string
  skillFile: string
  /** Of the program, where it is another than the entry's. */
  version?: string
  skill?: Skill
}

/** A skill that belongs to no installed app. */
interface MentionedSkill extends Mentionable {
  kind: 'skill'
  name: string
  skill: Skill
}

export type Mentioned = MentionedApp | MentionedSkill

/**
 * Returns everything that a message may mention: apps, then other skills. An app can also be mentioned by its skill's
 * name.
 */
export function mentionedOf(installed: readonly InstalledApp[], skills: readonly Skill[]): Mentioned[] {
  const byName = new Map(skills.map((skill) => [skill.name, skill]))
  const apps = installed.flatMap((app): MentionedApp[] => {
    if (app.record === undefined) return []
    const { name, manifest } = app.record
    const skill = byName.get(skillName(name))
    const version = differingVersion(app.record)
    const translated = Object.values(manifest.i18n ?? {}).flatMap(({ display_name: other }) => other ?? [])
    return [
      {
        kind: 'app',
        name,
        names: [name, skillName(name)],
        aliases: manifest.aliases ?? [],
        displayNames: [manifest.display_name, ...translated],
        entryPoint: manifest.entry_point,
        skillFile: skillFileOf(app),
        ...(version !== undefined && { version }),
        ...(skill && { skill }),
      },
    ]
  })
  const ofApps = new Set(apps.map(({ name }) => skillName(name)))
  const others = skills.filter(({ name }) => !ofApps.has(name))
  return [
    ...apps,
    ...others.map(
      (skill): MentionedSkill => ({ kind: 'skill', name: skill.name, names: [skill.name], skill }),
    ),
  ]
}

/** Returns a reader of the installed apps and skills, rebuilt only when one of the lists changes. */
export function createMentionedReaders(): (
  installed: readonly InstalledApp[],
  skills: readonly Skill[],
) => MentionReader<Mentioned> {
  let known: { installed: unknown; skills: unknown; reader: MentionReader<Mentioned> } | undefined
  return (installed, skills) => {
    if (known === undefined || known.installed !== installed || known.skills !== skills)
      known = { installed, skills, reader: createMentionReader(mentionedOf(installed, skills)) }
    return known.reader
  }
}
