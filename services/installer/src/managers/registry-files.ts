import path from 'node:path'
import { parse as parseIni } from 'ini'
import { parse as parseToml } from 'smol-toml'
import * as z from 'zod'
import { CargoConfig } from './cargo-config.ts'
import { pipSettingsIn } from './pip-conf.ts'

/** Settings that name package sources: npm's and pip's by key, cargo's as tables. */
export type RegistrySettings = Record<string, unknown>

interface RegistryFile {
  manager: 'npm' | 'pip' | 'cargo'
  name: string
  read: (text: string, folder: string) => Promise<RegistrySettings>
}

const Text = z.string().optional().catch(undefined)
const BunRegistry = z.union([z.string(), z.object({ url: z.string() }).transform(({ url }) => url)])
const Bunfig = z.object({
  install: z
    .object({ registry: BunRegistry.optional(), scopes: z.record(z.string(), BunRegistry).optional() })
    .optional(),
})
const YarnSettings = z.object({
  npmRegistryServer: Text,
  npmScopes: z.record(z.string(), z.object({ npmRegistryServer: Text })).optional(),
})
const UvSettings = z.object({
  'index-url': Text,
  'extra-index-url': z.array(z.string()).optional(),
  'find-links': z.array(z.string()).optional(),
  index: z.array(z.object({ url: z.string(), default: z.boolean().optional() })).optional(),
})
const Uv = UvSettings.extend({ pip: UvSettings.optional() })
const PyProject = z.object({ tool: z.object({ uv: Uv.optional() }).optional() })

/** Project files in which package managers configure registries. */
export const registryFiles: readonly RegistryFile[] = [
  { manager: 'npm', name: '.npmrc', read: async (text) => npmKeys(parseIni(text)) },
  { manager: 'npm', name: '.yarnrc', read: async (text) => npmKeys(oldYarn(text)) },
  { manager: 'npm', name: '.yarnrc.yml', read: readYarn },
  { manager: 'npm', name: 'bunfig.toml', read: readBun },
  { manager: 'pip', name: 'pip.conf', read: async (text) => pipKeys(pipSettingsIn(text)) },
  { manager: 'pip', name: 'pip.ini', read: async (text) => pipKeys(pipSettingsIn(text)) },
  { manager: 'pip', name: 'uv.toml', read: async (text) => ofUv(Uv.parse(parseToml(text))) },
  {
    manager: 'pip',
    name: 'pyproject.toml',
    read: async (text) => ofUv(PyProject.parse(parseToml(text)).tool?.uv ?? {}),
  },
  { manager: 'cargo', name: path.join('.cargo', 'config.toml'), read: readCargo },
  { manager: 'cargo', name: path.join('.cargo', 'config'), read: readCargo },
]

export const isFilePathOrUrl = (word: string): boolean => /^([a-z+]+:|[/\\])/i.test(word)

/** Keeps only values in which every word is a place, because the user is shown only places before deciding. */
const textsOf = (settings: Readonly<Record<string, unknown>>, names: RegExp): RegistrySettings =>
  Object.fromEntries(
    Object.entries(settings).filter(
      ([key, value]) =>
        names.test(key) && typeof value === 'string' && value.trim().split(/\s+/).every(isFilePathOrUrl),
    ),
  )

const npmKeys = (settings: Readonly<Record<string, unknown>>): RegistrySettings =>
  textsOf(settings, /^(registry|@[^/:]+:registry)$/)

const pipKeys = (settings: Readonly<Record<string, unknown>>): RegistrySettings =>
  textsOf(settings, /^(index-url|extra-index-url|find-links)$/)

/** `registry "https://…"`, the format of Yarn 1. */
const oldYarn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/^"?([^\s"#]+)"? +"?([^\s"]+)"?\s*$/gm)].map(([, key, url]) => [key, url]),
  )

async function readYarn(text: string): Promise<RegistrySettings> {
  const { parse } = await import('yaml')
  const { npmRegistryServer, npmScopes = {} } = YarnSettings.parse(parse(text))
  const scopes = Object.entries(npmScopes).map(([scope, one]) => [
    `@${scope}:registry`,
    one.npmRegistryServer,
  ])
  return npmKeys({ registry: npmRegistryServer, ...Object.fromEntries(scopes) })
}

async function readBun(text: string): Promise<RegistrySettings> {
  const { registry, scopes = {} } = Bunfig.parse(parseToml(text)).install ?? {}
  const own = Object.entries(scopes).map(([scope, url]) => [`@${scope.replace(/^@/, '')}:registry`, url])
  return npmKeys({ registry, ...Object.fromEntries(own) })
}

function ofUv({ pip = {}, ...own }: z.infer<typeof Uv>): RegistrySettings {
  const all = [own, pip]
  const indexes = all.flatMap(({ index = [] }) => index)
  const main = indexes.find((one) => one.default === true)?.url ?? own['index-url'] ?? pip['index-url']
  const extra = [
    ...indexes.flatMap((one) => (one.default === true ? [] : [one.url])),
    ...all.flatMap((one) => one['extra-index-url'] ?? []),
  ]
  const links = all.flatMap((one) => one['find-links'] ?? [])
  return pipKeys({
    'index-url': main,
    ...(extra.length > 0 && { 'extra-index-url': extra.join(' ') }),
    ...(links.length > 0 && { 'find-links': links.join(' ') }),
  })
}

/** Relative folders are resolved from the parent of `.cargo`. */
async function readCargo(text: string, folder: string): Promise<RegistrySettings> {
  const { source = {}, registries } = CargoConfig.parse(parseToml(text))
  const at = (place: string | undefined) => (place === undefined ? undefined : path.resolve(folder, place))
  const sources = Object.entries(source).map(([name, { directory, ...one }]) => {
    const local = one['local-registry']
    const folders = { directory: at(directory), 'local-registry': at(local) }
    return [name, { ...one, ...withoutUndefined(folders) }]
  })
  return {
    ...(sources.length > 0 && { source: Object.fromEntries(sources) }),
    ...(registries !== undefined && { registries }),
  }
}

const withoutUndefined = (values: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  )
