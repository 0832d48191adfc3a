import { gunzipSync } from 'node:zlib'
import type { Issue, MethodOf } from '@cli-apps/core'
import semver from 'semver'
import { request } from 'undici'
import * as z from 'zod'
import type { CatalogEntry } from '../entries.ts'
import { issueOf } from './rule.ts'

/** Result of looking up identifiers in a registry. */
export interface AskedRegistry {
  registry: string
  /** Number of identifiers looked up; `null` if the registry could not be reached. */
  checked: number | null
  issues: Issue[]
}

/** Concurrent requests to npm. */
const npmAtOnce = 8

/** Looks up every npm package at its exact version, and whether it has the executable that the entry names. */
export async function checkNpm(entries: readonly CatalogEntry[]): Promise<AskedRegistry> {
  const methods = methodsOf(entries, 'npm')
  const issues: Issue[] = []
  let isReached = true
  const worker = async (): Promise<void> => {
    for (let one = methods.shift(); one !== undefined && isReached; one = methods.shift()) {
      const { entry, method, place } = one
      try {
        const found = await askNpm(method)
        if (found === undefined)
          issues.push(issueOf(entry, place, `npm has no ${method.package}@${method.version}`))
        else {
          if (!semver.satisfies(oldestNode, found.engines) && method.node === undefined)
            issues.push(
              issueOf(entry, `${place}.node`, `is missing: ${method.package} runs on Node ${found.engines}`),
            )
          const bin = method.bin ?? entry.manifest.entry_point
          if (!found.bins.includes(bin))
            issues.push(
              issueOf(
                entry,
                place,
                `${method.package} has no ${bin}, but ${found.bins.join(', ') || 'no executable'}`,
              ),
            )
        }
      } catch {
        isReached = false
      }
    }
  }
  const checked = methods.length
  await Promise.all(Array.from({ length: npmAtOnce }, worker))
  return { registry: 'npm', checked: isReached ? checked : null, issues }
}

/** Looks up every Debian package in the package lists of Debian 12. */
export async function checkDebian(entries: readonly CatalogEntry[]): Promise<AskedRegistry> {
  const methods = methodsOf(entries, 'apt')
  const packages = await debianPackages()
  if (packages === undefined) return { registry: 'Debian 12', checked: null, issues: [] }
  const issues = methods
    .filter(({ method }) => !packages.has(method.package))
    .map(({ entry, method, place }) => issueOf(entry, place, `Debian 12 has no package ${method.package}`))
  return { registry: 'Debian 12', checked: methods.length, issues }
}

function methodsOf<Kind extends 'npm' | 'apt'>(
  entries: readonly CatalogEntry[],
  kind: Kind,
): { entry: CatalogEntry; method: MethodOf<Kind>; place: string }[] {
  return entries.flatMap((entry) =>
    entry.manifest.install.flatMap((method, at) =>
      method.method === kind ? [{ entry, method: method as MethodOf<Kind>, place: `install[${at}]` }] : [],
    ),
  )
}

/** The oldest Node that cli-apps supports. */
const oldestNode = '20.19.0'

const Packument = z.object({
  name: z.string(),
  bin: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
  engines: z.object({ node: z.string().optional() }).optional().catch(undefined),
})

interface NpmVersion {
  bins: string[]
  /** The supported versions of Node. */
  engines: string
}

/** Returns what npm knows of one version; `undefined` if it does not exist. */
async function askNpm({ package: name, version }: MethodOf<'npm'>): Promise<NpmVersion | undefined> {
  const { statusCode, body } = await request(
    `https://registry.npmjs.org/${name.replace('/', '%2f')}/${version}`,
  )
  if (statusCode === 404 || statusCode === 405) {
    await body.dump()
    return undefined
  }
  const { bin = {}, engines } = Packument.parse(await body.json())
  return {
    bins: typeof bin === 'string' ? [name.replace(/^@[^/]*\//, '')] : Object.keys(bin),
    engines: engines?.node ?? '*',
  }
}

const debianLists = [
  'debian/dists/bookworm',
  'debian/dists/bookworm-updates',
  'debian-security/dists/bookworm-security',
]

async function debianPackages(): Promise<Set<string> | undefined> {
  try {
    const lists = await Promise.all(debianLists.map(packagesIn))
    return new Set(lists.flat())
  } catch {
    return undefined
  }
}

async function packagesIn(list: string): Promise<string[]> {
  const { statusCode, body } = await request(`http://deb.debian.org/${list}/main/binary-amd64/Packages.gz`)
  const bytes = Buffer.from(await body.arrayBuffer())
  // Small indexes exist only in another compression.
  if (statusCode !== 200) return []
  return [
    ...gunzipSync(bytes)
      .toString()
      .matchAll(/^Package: (\S+)$/gm),
  ].map(([, name]) => name ?? '')
}
