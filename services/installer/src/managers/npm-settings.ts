import { homedir } from 'node:os'
import path from 'node:path'
import { t } from '@cli-apps/core'
import { readText } from '@cli-apps/core/node'
import { parse, stringify } from 'ini'
import { type ManagerSettings, originOf } from './manager-settings.ts'
import { isStartedByRunner, ownEnvironment } from './own-environment.ts'
import { proxyVariables } from './proxy-variables.ts'
import {
  chooseRegistries,
  plainUrl,
  registryRemark,
  unusedRegistries,
  type WorkspaceRegistry,
} from './workspace-registries.ts'

export const npmRegistry = 'https://registry.npmjs.org/'

type Settings = Record<string, string | string[]>

/** Settings for package sources, authentication and timeouts. All others are ignored. */
const counts =
  /^(registry|@[^/:]+:registry|\/\/.+:(_authToken|_auth|username|_password|email|certfile|keyfile)|ca|cafile|cert|key|strict-ssl|fetch-[a-z-]+|maxsockets)$/
const proxyKeys = /^(proxy|https-proxy|http-proxy|noproxy)$/
const fileKeys = /^(cafile|\/\/.+:(certfile|keyfile))$/

interface ReadNpmSettingsOptions {
  environment: NodeJS.ProcessEnv
  mirror: (url: string) => string
  /** Registries that files of the workspace name; only trusted ones are used. */
  registries?: readonly WorkspaceRegistry[]
}

/**
 * Reads npm's settings from the user's own file and variables. From project files only the registries that the user
 * trusts are used; package files and what `npx` exported from them are ignored.
 */
export async function readNpmSettings({
  environment,
  mirror,
  registries,
}: ReadNpmSettingsOptions): Promise<ManagerSettings> {
  const own = ownEnvironment(environment)
  const home = own.HOME || own.USERPROFILE || homedir()
  const named = fromVariables(own)
  const files = [
    ...[settingText(named.globalconfig) ?? []].flat(),
    settingText(named.userconfig) ?? path.join(home, '.npmrc'),
  ]
  const read = await Promise.all(files.map((file) => readNpmrc(file, own)))
  const { trusted, others } = chooseRegistries(registries, 'npm')
  const all: Settings = Object.assign({}, ...read, trusted, named)
  const kept = pick(all, counts)
  for (const [key, value] of Object.entries(kept))
    if (fileKeys.test(key) && typeof value === 'string') kept[key] = expandHome(value, home)
  const registry = mirror(withSlash(settingText(all.registry) ?? npmRegistry))
  const scopes = Object.entries(kept).flatMap(([key, value]) =>
    key.endsWith(':registry') && typeof value === 'string' ? [[key, value] as const] : [],
  )
  kept.registry = registry
  const sources = [registry, ...scopes.map(([, url]) => url)]
  const unused = unusedRegistries(others, sources)
  return {
    sources,
    origin:
      registry === npmRegistry && scopes.length === 0 ? '' : originOf([registry, ...scopes.flat().sort()]),
    variables: {},
    files: { '.npmrc': stringify(kept) },
    readable: Object.entries(kept).flatMap(([key, value]) =>
      fileKeys.test(key) && typeof value === 'string' ? [value] : [],
    ),
    proxies: npmProxies(pick(all, proxyKeys)),
    remarks: [
      ...unused.map(registryRemark),
      ...ignoredRegistry(environment, [registry, ...unused.flatMap(({ urls }) => urls)]),
    ],
    unused,
  }
}

const ofHosts = new WeakMap<ReadNpmSettingsOptions, Promise<ManagerSettings>>()

/** Reads npm's settings, once per host. */
export function npmSettingsOf(host: ReadNpmSettingsOptions): Promise<ManagerSettings> {
  const known = ofHosts.get(host) ?? readNpmSettings(host)
  ofHosts.set(host, known)
  return known
}

/** Returns the registry for a package, with a trailing slash; scopes may have their own. */
export function npmRegistryOf(name: string, { files, sources }: ManagerSettings): string {
  const scope = /^@[^/]+(?=\/)/.exec(name)?.[0]
  const own: unknown = scope === undefined ? undefined : parse(files['.npmrc'] ?? '')[`${scope}:registry`]
  return withSlash(typeof own === 'string' ? own : (sources[0] ?? npmRegistry))
}

async function readNpmrc(file: string, environment: NodeJS.ProcessEnv): Promise<Settings> {
  // npm also ignores a file that it cannot read, and a folder.
  const text = await readText(file).catch(() => undefined)
  const settings: Settings = {}
  for (const [key, value] of Object.entries(parse(text ?? ''))) {
    const expand = (one: unknown): string => expandVariables(String(one), environment)
    if (Array.isArray(value)) settings[expandVariables(key, environment)] = value.map(expand)
    else if (typeof value !== 'object') settings[expandVariables(key, environment)] = expand(value)
  }
  return settings
}

/** Expands `${NAME}` and `${NAME?}` as npm does; an unset name without the mark stays as written. */
const expandVariables = (text: string, environment: NodeJS.ProcessEnv): string =>
  text.replace(
    /\$\{([^${}?]+)(\?)?\}/g,
    (whole, name: string, optional) => environment[name] ?? (optional === undefined ? whole : ''),
  )

/** `npm_config_fetch_retries` is `fetch-retries`; names that begin with `//` or `@` are unchanged. */
function fromVariables(environment: NodeJS.ProcessEnv): Settings {
  const settings: Settings = {}
  for (const [name, value] of Object.entries(environment)) {
    const [, key] = /^npm_config_(.+)$/i.exec(name) ?? []
    if (key === undefined || value === undefined || value === '') continue
    settings[/^[@/]/.test(key) ? key : key.toLowerCase().replace(/(?!^)_/g, '-')] = value
  }
  return settings
}

const pick = (settings: Settings, names: RegExp): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([key]) => names.test(key)))

const settingText = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

const expandHome = (file: string, home: string): string => path.resolve(home, file.replace(/^~[/\\]/, ''))

const withSlash = (url: string): string => (url.endsWith('/') ? url : `${url}/`)

function npmProxies(settings: Settings) {
  const both = settingText(settings.proxy) ?? settingText(settings['http-proxy'])
  const https = settingText(settings['https-proxy']) ?? both
  const excepted = settings.noproxy
  return proxyVariables({
    ...(both !== undefined && { http_proxy: both }),
    ...(https !== undefined && { https_proxy: https }),
    ...(excepted !== undefined && { no_proxy: String(excepted) }),
  })
}

/** Returns a remark about the registry that `npx` exported, unless it is one of the `known` ones. */
function ignoredRegistry(environment: NodeJS.ProcessEnv, known: readonly string[]): string[] {
  const exported = environment.npm_config_registry
  if (!isStartedByRunner(environment) || exported === undefined) return []
  if (known.some((url) => plainUrl(url) === plainUrl(exported))) return []
  return [
    t(
      'npm-settings.registry-npx-sets-folder',
      'the registry {exported}, which npx sets for this folder, is ignored. To use it, run: {cli} config set mirrors.{npmRegistry} {exported}',
      { exported, npmRegistry: npmRegistry.slice(0, -1) },
    ),
  ]
}
