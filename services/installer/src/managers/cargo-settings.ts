import { homedir } from 'node:os'
import path from 'node:path'
import { readText } from '@cli-apps/core/node'
import { parse, stringify } from 'smol-toml'
import * as z from 'zod'
import { CargoConfig } from './cargo-config.ts'
import { type ManagerSettings, originOf } from './manager-settings.ts'
import { ownEnvironment } from './own-environment.ts'
import {
  chooseRegistries,
  registryRemark,
  unusedRegistries,
  type WorkspaceRegistry,
} from './workspace-registries.ts'

const crates = ['https://index.crates.io/', 'https://static.crates.io/', 'https://crates.io/']

const Text = z.string().optional()
const Credentials = z.object({
  registries: z.record(z.string(), z.object({ token: Text })).optional(),
  registry: z.object({ token: Text }).optional(),
})

const counts =
  /^cargo_(net_(retry|offline)|http_(cainfo|timeout|multiplexing)|registries_.*_(index|token)|registry_(token|default)|source_.*)$/i

/** Reads cargo's settings from the user's own folder and variables. */
export async function readCargoSettings({
  environment,
  registries: found,
}: {
  environment: NodeJS.ProcessEnv
  registries?: readonly WorkspaceRegistry[]
}): Promise<ManagerSettings & { config: string }> {
  const own = ownEnvironment(environment)
  const home = own.CARGO_HOME || path.join(own.HOME || own.USERPROFILE || homedir(), '.cargo')
  const { http: { proxy, ...http } = {}, ...users } = await readToml(home, 'config', CargoConfig)
  const { trusted, others } = chooseRegistries(found, 'cargo')
  const { source, registries: named } = CargoConfig.parse(trusted)
  const config = {
    ...users,
    ...(source !== undefined && { source: { ...users.source, ...source } }),
    ...(named !== undefined && { registries: { ...users.registries, ...named } }),
  }
  const { registries = {}, registry } = await readToml(home, 'credentials', Credentials)
  const tokens = Object.entries(registries).map(([name, { token }]) => [tokenVariable(name), token] as const)
  const variables = Object.fromEntries(
    [
      ['CARGO_REGISTRY_TOKEN', registry?.token] as const,
      ...tokens,
      ...Object.entries(own).filter(isOwn),
    ].flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  const places = placesOf(config, variables)
  const unused = unusedRegistries(others, [...crates, ...places])
  return {
    config: stringify({ ...config, ...(Object.keys(http).length > 0 && { http }) }),
    sources: [...crates, ...places],
    origin: places.length === 0 ? '' : originOf(places),
    variables,
    files: {},
    readable: [...places, http.cainfo ?? ''].filter(path.isAbsolute),
    proxies: proxy === undefined ? {} : { http_proxy: proxy, https_proxy: proxy },
    remarks: unused.map(registryRemark),
    unused,
  }
}

const isOwn = ([name]: [string, string | undefined]): boolean => counts.test(name)

const tokenVariable = (registry: string): string =>
  `CARGO_REGISTRIES_${registry.toUpperCase().replaceAll('-', '_')}_TOKEN`

/**
 * Reads a file with or, as earlier cargo versions wrote it, without the suffix. A syntax error is reported by cargo
 * itself.
 */
async function readToml<Schema extends z.ZodType>(
  home: string,
  name: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  for (const file of [name, `${name}.toml`]) {
    const text = await readText(path.join(home, file)).catch(() => undefined)
    if (text !== undefined) return schema.parse(parse(text))
  }
  return schema.parse({})
}

function placesOf(
  { source = {}, registries = {} }: CargoConfig,
  variables: Record<string, string>,
): string[] {
  const named = Object.values(source).flatMap((one) => [one.registry, one['local-registry'], one.directory])
  const indexes = Object.values(registries).map(({ index }) => index)
  const set = Object.entries(variables).flatMap(([name, value]) =>
    /_(INDEX|REGISTRY)$/i.test(name) ? [value] : [],
  )
  return [...named, ...indexes, ...set].flatMap((url) =>
    url === undefined ? [] : [url.replace(/^sparse\+/, '')],
  )
}
