import { type AppName, type Digest, isAppName, skillName, skillPath } from '@cli-apps/core'
import type { InstalledApp, InstalledApps } from '../installed-apps.ts'

/** Returns the installed app of a skill's name. */
export async function appOfSkill(name: string, apps: InstalledApps): Promise<InstalledApp | undefined> {
  const app = appNameOf(name)
  return app === undefined ? undefined : apps.get(app)
}

/** Returns the app that a skill of this name describes: `ollama` for `cli-app-ollama`. */
export function appNameOf(skill: string): AppName | undefined {
  const name = skill.startsWith(prefix) ? skill.slice(prefix.length) : ''
  return isAppName(name) ? name : undefined
}

const prefix = 'cli-app-'

/** Whether this file of a skill is exactly as the installer wrote it. */
export function isAsInstalled(app: InstalledApp | undefined, file: string, digest: Digest): boolean {
  if (app?.record === undefined) return false
  const folder = skillPath(app.name).slice(0, -'SKILL.md'.length)
  return (
    Object.hasOwn(app.record.skill.files, folder + file) && app.record.skill.files[folder + file] === digest
  )
}

/** Whether `disabled` contains a skill's name or its app's, ignoring case. */
export function createIsDisabled(disabled: readonly string[]): (name: string) => boolean {
  const names = new Set(
    disabled.flatMap((one) => {
      const name = one.toLowerCase()
      return isAppName(name) ? [name, skillName(name)] : [name]
    }),
  )
  return (name) => names.has(name.toLowerCase())
}
