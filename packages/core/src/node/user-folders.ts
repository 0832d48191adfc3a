import { homedir } from 'node:os'
import path from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/** Where the system keeps a user's data and settings. */
export interface UserFolders {
  data: string
  config: string
}

/** The user's home according to the environment, or else to the account. */
export const userHome = (environment: Environment): string =>
  (process.platform === 'win32' ? environment.USERPROFILE : environment.HOME) || homedir()

/** Follows the rules of each system; `home` is the fallback for the environment. */
export function userFolders(
  environment: Environment,
  { platform, home: account }: { platform: NodeJS.Platform; home: string },
): UserFolders {
  const { join } = platform === 'win32' ? path.win32 : path.posix
  const home = (platform === 'win32' ? environment.USERPROFILE : environment.HOME) || account
  if (platform === 'win32') {
    const local = environment.LOCALAPPDATA || join(home, 'AppData', 'Local')
    const roaming = environment.APPDATA || join(home, 'AppData', 'Roaming')
    return { data: join(local, 'cli-apps'), config: join(roaming, 'cli-apps') }
  }
  const support = join(home, 'Library', 'Application Support')
  const data = platform === 'darwin' ? support : environment.XDG_DATA_HOME || join(home, '.local', 'share')
  const config = environment.XDG_CONFIG_HOME || join(home, '.config')
  return { data: join(data, 'cli-apps'), config: join(config, 'cli-apps') }
}

/**
 * `CLI_APPS_HOME`, or else the user's data folder: contains the store, the cache and the key that signs install
 * records.
 */
export const appsHome = (environment: Environment): string =>
  path.resolve(
    environment.CLI_APPS_HOME ||
      userFolders(environment, { platform: process.platform, home: homedir() }).data,
  )

const configFolder = (environment: Environment): string =>
  userFolders(environment, { platform: process.platform, home: homedir() }).config

/** The user's own workspace, whose apps every workspace sees; its skills are in `userSkillsFolder`. */
export const userWorkspaceFolder = configFolder

/** Folders with the user's keys, grants and settings, which no program needs to read. */
export const secretFolders = (environment: Environment): string[] => [
  appsHome(environment),
  configFolder(environment),
]

/** The user's grants to apps, in a separate folder, since the surrounding configuration need not be private. */
export const grantsFile = (environment: Environment): string =>
  path.join(configFolder(environment), 'grants', 'grants.json')

/** Protected places that the user lets apps change. */
export const accessFile = (environment: Environment): string =>
  path.join(configFolder(environment), 'grants', 'access.json')

/** Skills that the user has for every workspace. In the configuration, as people keep and copy both together. */
export const userSkillsFolder = (environment: Environment): string =>
  path.join(configFolder(environment), 'skills')
