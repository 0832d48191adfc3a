import semver from 'semver'
import * as z from 'zod'
import { type Advisory, affected, parseSeverity } from './advisory.ts'
import { askDatabase } from './ask-database.ts'
import type { LockedPackage } from './locked-packages.ts'

/**
 * Response of npm's bulk advisory endpoint, as used by `npm audit` (npm documentation, "npm audit": Bulk Advisory
 * Endpoint).
 */
const BulkAnswer = z.record(
  z.string(),
  z.array(
    z.object({
      id: z.union([z.number(), z.string()]),
      url: z.string(),
      title: z.string(),
      severity: z.string(),
      vulnerable_versions: z.string(),
    }),
  ),
)

/** Maximum number of package names per request. */
const batchSize = 500

/**
 * Returns advisories of npm packages from the bulk endpoint of the npm registry at `registry` (with a trailing slash).
 * Sends names and versions. Throws like `askDatabase`.
 */
export async function askNpm(
  packages: readonly LockedPackage[],
  { registry, signal }: { registry: string; signal: AbortSignal },
): Promise<Advisory[]> {
  const byName = new Map<string, LockedPackage[]>()
  for (const one of packages) byName.set(one.name, [...(byName.get(one.name) ?? []), one])
  const names = [...byName.keys()]
  const found: Advisory[] = []
  for (let at = 0; at < names.length; at += batchSize) {
    const body = Object.fromEntries(
      names
        .slice(at, at + batchSize)
        .map((name) => [name, (byName.get(name) ?? []).map(({ version }) => version)]),
    )
    const url = `${registry}-/npm/v1/security/advisories/bulk`
    const answer = await askDatabase(url, { body, answer: BulkAnswer, signal })
    for (const [name, advisories] of Object.entries(answer))
      for (const locked of byName.get(name) ?? [])
        found.push(
          ...advisories
            .filter(({ vulnerable_versions: range }) => isIn(locked.version, range))
            .map((advisory) => advisoryOf(advisory, locked)),
        )
  }
  return found
}

/** A range that cannot be parsed counts as a match, so that a person checks it. */
const isIn = (version: string, range: string): boolean =>
  semver.validRange(range) === null || semver.satisfies(version, range, { includePrerelease: true })

function advisoryOf(
  { id, url, title, severity, vulnerable_versions: range }: z.infer<typeof BulkAnswer>[string][number],
  locked: LockedPackage,
): Advisory {
  const ghsa = /GHSA(-\w{4}){3}/.exec(url)?.[0]
  return {
    id: ghsa ?? `npm:${id}`,
    aliases: [],
    severity: parseSeverity(severity),
    title,
    url,
    fixed: fixedIn(range),
    ...affected(locked),
  }
}

/** Upper bounds of `<1.2.3 || >=2.0.0 <2.0.4`: the versions that fix it. */
const fixedIn = (range: string): string[] =>
  [...range.matchAll(/<\s*(\d[^\s|,]*)/g)].map(([, version = '']) => version)
