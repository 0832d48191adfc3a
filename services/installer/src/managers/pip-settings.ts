import { homedir } from 'node:os'
import path from 'node:path'
import { readText } from '@cli-apps/core/node'
import { type ManagerSettings, originOf } from './manager-settings.ts'
import { ownEnvironment } from './own-environment.ts'
import { pipSettingsIn } from './pip-conf.ts'
import {
  chooseRegistries,
  registryRemark,
  unusedRegistries,
  type WorkspaceRegistry,
} from './workspace-registries.ts'

export const pypi = 'https://pypi.org/simple'

type Settings = Record<string, string>

/** Settings for package sources, authentication and timeouts. */
const counts =
  /^(index-url|extra-index-url|no-index|find-links|trusted-host|cert|client-cert|no-cache-dir|timeout|default-timeout|retries)$/
/** Variables of uv, which reads no pip configuration. */
const ofUv =
  /^uv_(index|index_.*|default_index|extra_index_url|no_index|find_links|insecure_host|no_cache|http_timeout|native_tls|offline|python_install_(dir|mirror)|concurrent_.*)$/i

/** Reads pip's settings from the user's and the machine's files, and the user's variables. */
export async function readPipSettings({
  environment,
  mirror,
  registries,
}: {
  environment: NodeJS.ProcessEnv
  mirror: (url: string) => string
  registries?: readonly WorkspaceRegistry[]
}): Promise<ManagerSettings> {
  const own = ownEnvironment(environment)
  const files = await Promise.all(filesOf(own).map(readPipConf))
  const { trusted, others: untrusted } = chooseRegistries(registries, 'pip')
  const all: Settings = Object.assign({}, ...files, trusted, fromVariables(own))
  const kept = Object.fromEntries(Object.entries(all).filter(([key]) => counts.test(key)))
  const index = mirror((kept['index-url'] ?? pypi).replace(/\/+$/, ''))
  if (index !== pypi) kept['index-url'] = index
  const uv = Object.fromEntries(
    Object.entries(own).flatMap(([name, value]) =>
      value !== undefined && ofUv.test(name) ? [[name.toUpperCase(), value]] : [],
    ),
  )
  if (index !== pypi) uv.UV_DEFAULT_INDEX = index
  // uv reads no pip configuration, but a trusted registry of the workspace applies to both.
  if (trusted['extra-index-url'] !== undefined) uv.UV_INDEX ??= kept['extra-index-url'] ?? ''
  const extra = words(kept['extra-index-url'])
  const links = words(kept['find-links'])
  const indexesOfUv = Object.entries(uv).flatMap(([name, value]) =>
    /^UV_(INDEX|DEFAULT_INDEX|EXTRA_INDEX_URL|FIND_LINKS)$/.test(name)
      ? value.split(/[\s,]+/).map((one) => one.replace(/^[\w-]+=(?=https?:)/, ''))
      : [],
  )
  const others = [...extra, ...links, ...indexesOfUv]
  const unused = unusedRegistries(untrusted, [index, ...others])
  return {
    sources: [index, ...others],
    origin: others.length === 0 && index === pypi ? '' : originOf([index, ...others]),
    variables: {
      ...Object.fromEntries(
        Object.entries(kept).map(([key, value]) => [`PIP_${key.toUpperCase().replaceAll('-', '_')}`, value]),
      ),
      ...uv,
    },
    files: {},
    readable: [...[kept.cert, kept['client-cert']].flatMap((file) => file ?? []), ...links].filter(
      path.isAbsolute,
    ),
    proxies: all.proxy === undefined ? {} : { http_proxy: all.proxy, https_proxy: all.proxy },
    remarks: unused.map(registryRemark),
    unused,
  }
}

/** Returns the files in pip's order: the machine's, the user's, and the one that a variable names. */
function filesOf(environment: NodeJS.ProcessEnv): string[] {
  const home = environment.HOME || environment.USERPROFILE || homedir()
  const named = environment.PIP_CONFIG_FILE
  if (process.platform === 'win32') {
    const roaming = environment.APPDATA ?? path.join(home, 'AppData', 'Roaming')
    return [
      path.join(environment.PROGRAMDATA ?? 'C:\\ProgramData', 'pip', 'pip.ini'),
      ...(named === undefined
        ? [path.join(home, 'pip', 'pip.ini'), path.join(roaming, 'pip', 'pip.ini')]
        : [named]),
    ]
  }
  const config = environment.XDG_CONFIG_HOME || path.join(home, '.config')
  const users = [
    path.join(home, '.pip', 'pip.conf'),
    ...(process.platform === 'darwin'
      ? [path.join(home, 'Library', 'Application Support', 'pip', 'pip.conf')]
      : []),
    path.join(config, 'pip', 'pip.conf'),
  ]
  return ['/etc/xdg/pip/pip.conf', '/etc/pip.conf', ...(named === undefined ? users : [named])]
}

const readPipConf = async (file: string): Promise<Settings> =>
  pipSettingsIn((await readText(file).catch(() => undefined)) ?? '')

const fromVariables = (environment: NodeJS.ProcessEnv): Settings =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => {
      const [, key] = /^PIP_(.+)$/.exec(name) ?? []
      return key === undefined || value === undefined || value === ''
        ? []
        : [[key.toLowerCase().replaceAll('_', '-'), value]]
    }),
  )

const words = (text: string | undefined): string[] => (text ?? '').split(/\s+/).filter((word) => word !== '')
