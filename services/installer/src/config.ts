import { homedir } from 'node:os'
import path from 'node:path'
import type { InstallPolicy } from '@cli-apps/core'
import { grantsFile, userFolders } from '@cli-apps/core/node'
import type { Language } from './messages/language.ts'
import { type Mirrors, parseMirrors, splitMirrors } from './settings/mirrors.ts'
import { readUserConfig } from './settings/user-config.ts'

/** Everything that the installer takes from the environment and the user's configuration, read once at the start. */
export interface InstallerConfig {
  /** Folder of the store, the cache and the locks. */
  home: string
  store: string
  locks: string
  /** What failed package managers printed. */
  logs: string
  /** Unpacked Debian packages, which programs of the store share. */
  debs: string
  cache: string
  /** What registries sign with, as this machine knows them. */
  trust: string
  /** `CLI_APPS_REGISTRY`: one URL or folder. */
  environmentRegistry: string | undefined
  userRegistries: string[] | undefined
  /** Language of messages, where neither `--lang` nor anything else says another. */
  userLanguage: Language | undefined
  mirrors: Mirrors
  /** Hosts that package managers may reach besides those of their registry. */
  hosts: readonly string[]
  /** What the user demands of packages. */
  policy: InstallPolicy | undefined
  /** Days that the timestamp of a registry may be old, by its location without a slash at the end. */
  maxAgeDays: Readonly<Record<string, number>>
  /** Whether registries may count installs: the user turned it on, and no `DO_NOT_TRACK` is set (consoledonottrack.com). */
  reportsInstalls: boolean
  /** The user's `config.json`. */
  userFile: string
  /** The prefixes that `CLI_APPS_MIRRORS` names. */
  environmentMirrors: readonly string[]
  /** `CLI_APPS_TOKEN`. */
  token: string | undefined
  /** File of the tokens that `login` keeps. */
  credentials: string
  /** File of the logins to MCP servers. */
  serverLogins: string
  /** File of the values that `env set` keeps for apps. */
  grants: string
}

type Environment = NodeJS.ProcessEnv

/** Reads the environment and the user's configuration. Throws `config.corrupt` or `UsageError` for values that make no sense. */
export async function readConfig(environment: Environment): Promise<InstallerConfig> {
  const folders = userFolders(environment, { platform: process.platform, home: homedir() })
  const home = path.resolve(environment.CLI_APPS_HOME || folders.data)
  const userFile = path.join(folders.config, 'config.json')
  const user = await readUserConfig(userFile)
  const environmentMirrors = parseMirrors(
    splitMirrors(environment.CLI_APPS_MIRRORS ?? ''),
    'CLI_APPS_MIRRORS',
  )
  return {
    home,
    store: path.join(home, 'store'),
    logs: path.join(home, 'logs'),
    locks: path.join(home, 'locks'),
    debs: path.join(home, 'debian'),
    cache: path.join(home, 'cache'),
    trust: path.join(home, 'trust'),
    environmentRegistry: environment.CLI_APPS_REGISTRY || undefined,
    userRegistries: user.registries,
    userLanguage: user.lang,
    mirrors: { ...parseMirrors(user.mirrors ?? {}, userFile), ...environmentMirrors },
    hosts: user.hosts ?? [],
    maxAgeDays: Object.fromEntries(
      Object.entries(user.max_age_days ?? {}).map(([location, days]) => [location.replace(/\/+$/, ''), days]),
    ),
    environmentMirrors: Object.keys(environmentMirrors),
    policy: user.policy,
    reportsInstalls: user.report_installs === true && ['', '0'].includes(environment.DO_NOT_TRACK ?? ''),
    userFile,
    token: environment.CLI_APPS_TOKEN || undefined,
    credentials: path.join(folders.config, 'credentials.json'),
    serverLogins: path.join(folders.config, 'mcp-logins.json'),
    grants: grantsFile(environment),
  }
}
