import path from 'node:path'
import { type RecordSignatures, userSkillsFolder, type Workspace } from '@cli-apps/core/node'
import type { InstalledApps } from '../installed-apps.ts'
import type { RuntimeOptions } from '../options.ts'
import type { SkillRoot } from './skill-folders.ts'

export interface SkillsSettings {
  workspace: Workspace
  apps: InstalledApps
  signatures: RecordSignatures
  environment: Readonly<Record<string, string | undefined>>
  /** As in `RuntimeOptions`. */
  builtInSkills?: readonly string[] | undefined
  userSkills?: boolean | undefined
  disabledSkills?: readonly string[] | undefined
  trustWorkspace?: RuntimeOptions['trustWorkspace']
  onBug: (error: unknown) => void
}

/** Folders to search for skills, in order of precedence. */
export const rootsOf = ({
  workspace,
  environment,
  builtInSkills = [],
  userSkills = true,
}: SkillsSettings): SkillRoot[] => [
  { source: 'workspace', folder: workspace.skills, within: workspace.root },
  ...(userSkills ? [{ source: 'user' as const, folder: userSkillsFolder(environment) }] : []),
  ...builtInSkills.map((folder) => ({ source: 'built-in' as const, folder: path.resolve(folder) })),
]

/** If the host's function fails, the workspace is not trusted. */
export function createIsTrusted({
  trustWorkspace: trust = false,
  workspace,
  onBug,
}: SkillsSettings): () => Promise<boolean> {
  return async () => {
    try {
      return (typeof trust === 'function' ? await trust(workspace.root) : trust) === true
    } catch (error) {
      onBug(error)
      return false
    }
  }
}
