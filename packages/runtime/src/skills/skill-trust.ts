import { type AppName, type Digest, isAppName, skillName, umbrellaName } from '@cli-apps/core'
import {
  type RecordSignatures,
  readPlaybookRecord,
  readUmbrellaRecord,
  type Workspace,
} from '@cli-apps/core/node'
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

/**
 * Returns the digests of a skill's files as the installer wrote them, by path in the workspace; `undefined` for a skill that
 * it did not write.
 */
export type WrittenFiles = (skill: string) => Promise<Readonly<Record<string, Digest>> | undefined>

interface WrittenFilesOptions {
  apps: InstalledApps
  workspace: Workspace
  signatures: RecordSignatures
}

/** Reads them from the signed records of apps, playbooks and the skill for all apps. */
export function createWrittenFiles({ apps, workspace, signatures }: WrittenFilesOptions): WrittenFiles {
  return async (skill) => {
    const app = await appOfSkill(skill, apps)
    if (app !== undefined) return app.record?.skill.files
    if (skill === umbrellaName)
      return (await readUmbrellaRecord(workspace, signatures).catch(() => undefined))?.files
    const playbook = playbookOf(skill)
    if (playbook === undefined) return undefined
    const record = await readPlaybookRecord(workspace, playbook, signatures).catch(() => undefined)
    return record?.files
  }
}

const playbookOf = (skill: string): string | undefined => /^cli-playbook-([a-z0-9-]{1,60})$/.exec(skill)?.[1]

/** Whether the file of a skill at this path in the workspace is exactly as the installer wrote it. */
export function isAsWritten(
  files: Readonly<Record<string, Digest>> = {},
  { place, digest }: { place: string; digest: Digest },
): boolean {
  return Object.hasOwn(files, place) && files[place] === digest
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
