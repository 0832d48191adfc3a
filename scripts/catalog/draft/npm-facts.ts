import { request } from 'undici'
import * as z from 'zod'
import type { PackageFacts } from './facts.ts'

const text = z.string().optional().catch(undefined)
const Latest = z.object({
  name: z.string(),
  version: z.string(),
  bin: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
  homepage: text,
  license: text,
  repository: z
    .union([z.string(), z.object({ url: z.string() }).transform(({ url }) => url)])
    .optional()
    .catch(undefined),
  scripts: z.record(z.string(), z.string()).optional().catch(undefined),
})

const npmRegistry = 'https://registry.npmjs.org'

/** Returns facts about the latest version of a package; `undefined` if npm does not have it or it has no executable. */
export async function npmFacts(name: string, registry = npmRegistry): Promise<PackageFacts | undefined> {
  const { statusCode, body } = await request(`${registry}/${name.replace('/', '%2f')}/latest`)
  if (statusCode !== 200) {
    await body.dump()
    return undefined
  }
  const latest = Latest.parse(await body.json())
  const { bin = {}, scripts = {} } = latest
  const executables = typeof bin === 'string' ? [name.replace(/^@[^/]*\//, '')] : Object.keys(bin)
  if (executables.length === 0) return undefined
  const runsScript = ['preinstall', 'install', 'postinstall'].some((script) => script in scripts)
  return {
    source: `npm package ${name}`,
    version: latest.version,
    executables,
    homepage: httpsOf(latest.homepage),
    repository: httpsOf(latest.repository),
    license: latest.license,
    method: {
      method: 'npm',
      package: name,
      version: latest.version,
      ...(runsScript && { scripts: [name] }),
    },
  }
}

/** Converts `git+ssh://git@github.com/a/b.git` and similar URLs to the web page; `undefined` if there is none. */
export function httpsOf(address: string | undefined): string | undefined {
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
