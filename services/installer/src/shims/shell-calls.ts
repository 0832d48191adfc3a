import { realpath } from 'node:fs/promises'
import path from 'node:path'
import type { InstallRecord, SkillSettings } from '@cli-apps/core'
import { appsHome, findInShell, readText } from '@cli-apps/core/node'
import { shimFolder, shimText } from './shim-file.ts'

type InstalledProgram = Pick<InstallRecord, 'name' | 'argv' | 'manifest'>

/**
 * How the skill tells agents that have a shell to call an app: by the program itself only if the workspace asks for that, and
 * the name of the program starts this very program in a shell.
 */
export const chooseShellCalls = async (
  app: InstalledProgram,
  settings: SkillSettings | undefined,
  environment: NodeJS.ProcessEnv,
): Promise<'shell' | 'program'> =>
  settings?.calls === 'program' && (await isOnPath(app, environment)) ? 'program' : 'shell'

/** Whether PATH leads to the program, directly or by a shim of ours that an update has not left behind. */
async function isOnPath(
  { name, argv, manifest }: InstalledProgram,
  environment: NodeJS.ProcessEnv,
): Promise<boolean> {
  const found = await findInShell(manifest.entry_point, environment)
  if (found === undefined) return false
  const [executable = '', ...more] = argv
  if (more.length === 0 && (await isSameFile(found, executable))) return true
  if (path.dirname(found) !== shimFolder(appsHome(environment))) return false
  return (await readText(found)) === shimText(name, argv, process.platform === 'win32')
}

async function isSameFile(first: string, second: string): Promise<boolean> {
  const [one, other] = await Promise.all([first, second].map((file) => realpath(file).catch(() => undefined)))
  return one !== undefined && one === other
}
