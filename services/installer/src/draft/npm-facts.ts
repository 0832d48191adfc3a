import { toLine } from '@cli-apps/core'
import semver from 'semver'
import * as z from 'zod'
import { npmRegistryOf, npmSettingsOf } from '../managers/npm-settings.ts'
import { askNpmRegistry } from '../provenance/packument.ts'
import { nodeRange } from '../version.ts'
import type { PackageFacts } from './package-facts.ts'

const text = z.string().optional().catch(undefined)

/** One version of a package (npm documentation, "Package metadata"). */
const PackageVersion = z.object({
  version: z.string(),
  bin: z
    .union([z.string(), z.record(z.string(), z.string())])
    .optional()
    .catch(undefined),
  homepage: text,
  license: text,
  description: text,
  repository: z
    .union([z.string(), z.object({ url: z.string() }).transform(({ url }) => url)])
    .optional()
    .catch(undefined),
  scripts: z.record(z.string(), z.string()).optional().catch(undefined),
  engines: z.object({ node: text }).optional().catch(undefined),
})

/** The scripts of a package that npm runs when it is installed. */
const installScripts = ['preinstall', 'install', 'postinstall']

/**
 * Returns facts about an npm package with executables, or why there are none. `spec` is its name, with `@` and a version or
 * a dist-tag if it is not of the latest version.
 */
export async function npmFacts(
  spec: string,
  { host, signal }: { host: Parameters<typeof npmSettingsOf>[0]; signal: AbortSignal },
): Promise<PackageFacts | string> {
  const [, name = spec, version = 'latest'] = /^(@?[^@]+)@(.+)$/.exec(spec) ?? []
  const registry = npmRegistryOf(name, await npmSettingsOf(host))
  const address = `${registry}${name.replace('/', '%2f')}/${encodeURIComponent(version)}`
  const found = await askNpmRegistry(address, PackageVersion, signal)
  return typeof found === 'string' ? found : factsOf(name, found)
}

function factsOf(name: string, found: z.infer<typeof PackageVersion>): PackageFacts {
  const { bin = {}, scripts = {}, version, license, description = '' } = found
  const node = neededNode(found.engines?.node)
  return {
    ...{ source: `npm package ${name}`, version, license },
    executables: typeof bin === 'string' ? [name.replace(/^@[^/]*\//, '')] : Object.keys(bin),
    homepage: webPage(found.homepage),
    repository: webPage(found.repository),
    summary: toLine(description, 120) || undefined,
    method: {
      ...{ method: 'npm', package: name, version },
      ...(installScripts.some((script) => Object.hasOwn(scripts, script)) && { scripts: [name] }),
      ...(node !== undefined && { node }),
    },
  }
}

/** Returns the range of a package that does not run on every Node that cli-apps runs on. */
const neededNode = (range: string | undefined): string | undefined =>
  range === undefined || semver.validRange(range) === null || semver.subset(nodeRange, range)
    ? undefined
    : toLine(range, 100)

/** Converts `git+ssh://git@github.com/a/b.git` and similar URLs to the web page; `undefined` if there is none. */
export function webPage(address: string | undefined): string | undefined {
  const plain = address
    ?.replace(/^git\+/, '')
    .replace(/^(?:git|ssh|http):\/\/(?:git@)?/, 'https://')
    .replace(/^git@([^:]+):/, 'https://$1/')
    .replace(/^github:/, 'https://github.com/')
    .replace(/\.git$/, '')
    .replace(/#readme$/, '')
  if (plain !== undefined && /^[\w.-]+\/[\w.-]+$/.test(plain)) return `https://github.com/${plain}`
  return plain?.startsWith('https://') ? plain : undefined
}
