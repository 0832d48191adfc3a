import { homedir } from 'node:os'
import path from 'node:path'
import { UsageError } from '@cli-apps/core'
import { readJson, requireSafeUrl } from '@cli-apps/core/node'
import * as z from 'zod'

/** `config.json` of the user. */
const UserConfig = z.looseObject({
  registries: z.array(z.string().min(1)).optional(),
  mirrors: z.record(z.string(), z.string()).optional(),
})

/** Everything that the installer takes from the environment and the user's configuration, read once at the start. */
export interface InstallerConfig {
  /** Folder of the store, the cache and the locks. */
  home: string
  store: string
  locks: string
  cache: string
  /** What registries sign with, as this machine knows them. */
  trust: string
  /** `CLI_APPS_REGISTRY`: one URL or folder. */
  environmentRegistry: string | undefined
  userRegistries: string[] | undefined
  /** URL prefixes and what stands for them. */
  mirrors: Readonly<Record<string, string>>
  /** `CLI_APPS_TOKEN`. */
  token: string | undefined
  /** File of the tokens that `login` keeps. */
  credentials: string
}

type Environment = NodeJS.ProcessEnv

/** Reads the environment and the user's configuration. Throws `config.corrupt` or `UsageError` for values that make no sense. */
export async function readConfig(environment: Environment): Promise<InstallerConfig> {
  const home = path.resolve(environment.CLI_APPS_HOME || dataFolder(environment))
  const userFile = path.join(configFolder(environment), 'config.json')
  const user = await readJson(userFile, UserConfig, {
    what: 'Your configuration',
    code: 'config.corrupt',
    repair: `Mend or delete ${userFile}.`,
  })
  return {
    home,
    store: path.join(home, 'store'),
    locks: path.join(home, 'locks'),
    cache: path.join(home, 'cache'),
    trust: path.join(home, 'trust'),
    environmentRegistry: environment.CLI_APPS_REGISTRY || undefined,
    userRegistries: user?.registries,
    mirrors: checkMirrors({ ...user?.mirrors, ...parseMirrors(environment.CLI_APPS_MIRRORS) }),
    token: environment.CLI_APPS_TOKEN || undefined,
    credentials: path.join(configFolder(environment), 'credentials.json'),
  }
}

/** `CLI_APPS_MIRRORS`: pairs `from=to` of URL prefixes, separated by white space. */
function parseMirrors(text: string | undefined): Record<string, string> {
  const mirrors: Record<string, string> = {}
  for (const pair of text?.split(/\s+/).filter((part) => part !== '') ?? []) {
    const [from = '', to = ''] = pair.split(/=(.*)/s)
    mirrors[from] = to
  }
  return mirrors
}

/** Both sides are URLs, and what is asked instead is asked safely: by https, or on this machine. */
function checkMirrors(mirrors: Record<string, string>): Record<string, string> {
  for (const [from, to] of Object.entries(mirrors)) {
    if (!URL.canParse(from) || !URL.canParse(to)) {
      throw new UsageError(
        'config.bad-mirror',
        `The mirror ${JSON.stringify(`${from}=${to}`)} is no pair of URLs.`,
        {
          hint: 'Write pairs like https://github.com/=https://mirror.example/github/ separated by spaces.',
        },
      )
    }
    requireSafeUrl(to)
  }
  return mirrors
}

/** Rewrites a URL by the longest mirrored prefix that it begins with. */
export function mirrored(url: string, mirrors: Readonly<Record<string, string>>): string {
  const prefix = Object.keys(mirrors)
    .filter((from) => url.startsWith(from))
    .sort((a, b) => b.length - a.length)[0]
  return prefix === undefined ? url : `${mirrors[prefix]}${url.slice(prefix.length)}`
}

function dataFolder(environment: Environment): string {
  const home = environment.HOME ?? homedir()
  if (process.platform === 'win32')
    return path.join(environment.LOCALAPPDATA ?? path.join(home, 'AppData', 'Local'), 'cli-apps')
  if (process.platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'cli-apps')
  return path.join(environment.XDG_DATA_HOME || path.join(home, '.local', 'share'), 'cli-apps')
}

function configFolder(environment: Environment): string {
  const home = environment.HOME ?? homedir()
  if (process.platform === 'win32')
    return path.join(environment.APPDATA ?? path.join(home, 'AppData', 'Roaming'), 'cli-apps')
  return path.join(environment.XDG_CONFIG_HOME || path.join(home, '.config'), 'cli-apps')
}
