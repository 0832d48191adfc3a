import path from 'node:path'
import { InvalidError, type LockedArtifact, type MethodOf, t } from '@cli-apps/core'
import { jsonText, readJson } from '@cli-apps/core/node'
import * as z from 'zod'

const Names = z.record(z.string(), z.string()).optional()

/** Part of an entry of npm's lockfile, version 3 (npm documentation, "package-lock.json"). */
const LockEntry = z.object({
  name: z.string().optional(),
  version: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  link: z.boolean().optional(),
  inBundle: z.boolean().optional(),
  hasInstallScript: z.boolean().optional(),
  hasShrinkwrap: z.boolean().optional(),
  bin: Names,
  dependencies: Names,
  optionalDependencies: Names,
  peerDependencies: Names,
})
type LockEntry = z.infer<typeof LockEntry>
/** The lock that npm keeps of an installed tree: only what is installed, without packages for other platforms. */
export const InstalledLock = z.object({ packages: z.record(z.string(), LockEntry) })
export type InstalledLock = z.infer<typeof InstalledLock>

export const damagedList = {
  get what() {
    return t('npm.damaged.what', "npm's list of packages")
  },
  code: 'npm.damaged',
  get repair() {
    return t('npm.damaged.hint', 'Run the install again.')
  },
}
const folder = 'node_modules/'

/** Returns the path of npm's list of what it installed below a prefix. */
export const installedList = (prefix: string): string => path.join(prefix, 'node_modules/.package-lock.json')

/** Reads a list of npm: what it installed, or what it resolved. */
export async function readTreeFile(file: string): Promise<InstalledLock> {
  const lock = await readJson(file, InstalledLock, damagedList)
  if (lock !== undefined) return lock
  throw new InvalidError(
    damagedList.code,
    t('npm-tree.npm-wrote-no-list', 'npm wrote no list of packages: {file}', { file }),
    {
      hint: damagedList.repair,
    },
  )
}

/**
 * Returns the tree of a list of npm, in order.
 * A bundled package is not an artifact: it comes in the archive of the package that bundles it, under its integrity. A
 * link to a folder is one, so that it is visible.
 */
export function readNpmTree(lock: InstalledLock): LockedArtifact[] {
  const all = Object.entries(lock.packages)
  const packages = new Map(
    all.filter(([place, { inBundle }]) => place.startsWith(folder) && inBundle !== true),
  )
  const tree = { packages, others: new Set(all.flatMap(([place]) => (packages.has(place) ? [] : [place]))) }
  const external = new Set([...externalPlaces(tree), ...shrinkwrappedElsewhere(packages)])
  return [...packages]
    .map(([place, entry]) => artifactOf(place, entry, { tree, isExternal: external.has(place) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

interface Tree {
  packages: ReadonlyMap<string, LockEntry>
  /** Places that exist, but are bundled or a link. */
  others: ReadonlySet<string>
}

function artifactOf(
  place: string,
  entry: LockEntry,
  { tree, isExternal }: { tree: Tree; isExternal: boolean },
): LockedArtifact {
  const { name, version = '', integrity = null, resolved, link, bin } = entry
  const isElsewhere = isExternal || link === true || (resolved !== undefined && /^(git|file:)/.test(resolved))
  const needs = Object.keys(specsOf(entry)).filter((needed) => placeFor(needed, place, tree) !== undefined)
  return {
    name: place.slice(folder.length),
    version,
    integrity,
    ...(isElsewhere && { url: link === true ? `file:${resolved}` : (resolved ?? 'unknown') }),
    ...(name !== undefined && name !== baseName(place) && { package: name }),
    ...(needs.length > 0 && { needs: needs.sort() }),
    ...(bin !== undefined && { bin: sorted(bin) }),
  }
}

const sorted = (names: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(names).sort(([a], [b]) => (a < b ? -1 : 1)))

const specsOf = (entry: LockEntry): Record<string, string> => ({
  ...entry.peerDependencies,
  ...entry.optionalDependencies,
  ...entry.dependencies,
})

/** Returns the place of the package that `asker` gets for this name; undefined for bundled and for omitted ones. */
function placeFor(name: string, asker: string, { packages, others }: Tree): string | undefined {
  const found = lookupPlaces(name, asker).find((place) => packages.has(place) || others.has(place))
  return found !== undefined && packages.has(found) ? found : undefined
}

/** Returns the places where Node looks for a package that a module at `place` imports, nearest first. */
function lookupPlaces(name: string, place: string): string[] {
  const parts = place.slice(folder.length).split(`/${folder}`)
  return [...parts, ''].map((_part, up) =>
    [...parts.slice(0, parts.length - up), name].map((part) => folder + part).join('/'),
  )
}

/** Returns places of packages that a dependent requires by URL or git, and not by a version of the registry. */
function externalPlaces(tree: Tree): ReadonlySet<string | undefined> {
  const places = [...tree.packages].flatMap(([asker, entry]) =>
    Object.entries(specsOf(entry))
      .filter(([, spec]) => /[:/]/.test(spec) && !spec.startsWith('npm:'))
      .map(([name]) => placeFor(name, asker, tree)),
  )
  return new Set(places)
}

/** Finds URLs from a package's `npm-shrinkwrap.json`, which npm uses instead of asking the registry. */
const shrinkwrappedElsewhere = (packages: Tree['packages']): string[] =>
  [...packages].flatMap(([owner, { hasShrinkwrap, resolved: origin }]) =>
    hasShrinkwrap !== true
      ? []
      : [...packages].flatMap(([place, { resolved }]) =>
          place.startsWith(`${owner}/`) && !isSameServer(resolved, origin) ? [place] : [],
        ),
  )

/** Checks the server of a URL. npm asks the configured registry for packages that a lock attributes to npm's own registry. */
const isSameServer = (url: string | undefined, other: string | undefined): boolean =>
  url === undefined ||
  [originOf(other), 'https://registry.npmjs.org'].some((origin) => origin === originOf(url))

const originOf = (url: string | undefined): string | undefined =>
  url !== undefined && /^https?:/.test(url) && URL.canParse(url) ? new URL(url).origin : undefined

/** Returns the name under which the registry knows an artifact's package. */
export const registryName = ({ name, package: own }: Pick<LockedArtifact, 'name' | 'package'>): string =>
  own ?? nameAt(name)

/** Returns the name of a package by its place below the first `node_modules`. */
export const nameAt = (place: string): string => baseName(folder + place)

const baseName = (place: string): string => place.slice(place.lastIndexOf(folder) + folder.length)

/**
 * Returns files that let `npm ci` restore exactly this tree, with the packages that may run scripts, and the list that npm
 * keeps of it.
 * Throws `lockfile.bad-artifact` for an artifact that is not valid for npm.
 */
export function npmTreeFiles(
  method: MethodOf<'npm'>,
  tree: readonly LockedArtifact[],
  scripts: readonly string[],
): { packageJson: string; packageLock: string; list: string } {
  requireLockedPackage(method, tree)
  const dependencies = { [method.package]: method.version }
  const entries = tree.map((artifact) => {
    const place = folder + artifact.name
    return [place, entryOf(artifact, { runsScripts: scripts.includes(baseName(place)) })] as const
  })
  const lock = { name: 'app', lockfileVersion: 3, requires: true }
  const packages = Object.fromEntries(entries)
  return {
    packageJson: jsonText({ private: true, dependencies }),
    packageLock: jsonText({ ...lock, packages: { '': { dependencies }, ...packages } }),
    list: jsonText({ ...lock, packages }),
  }
}

/**
 * Requires that the program is the package of the manifest.
 * A lock must not replace it with another version, package or source.
 */
function requireLockedPackage(method: MethodOf<'npm'>, tree: readonly LockedArtifact[]): void {
  const locked = tree.find(({ name }) => name === method.package)
  const isThat = locked?.version === method.version.replace(/\+.*$/, '') || locked?.version === method.version
  if (isThat && locked.url === undefined && locked.package === undefined) return
  throw new InvalidError(
    'lockfile.bad-artifact',
    t('lockfile.bad-artifact', 'cli-apps.lock has other content for {package} {version}.', {
      package: method.package,
      version: method.version,
    }),
    {
      hint: t('lockfile.bad-artifact.hint', 'Restore cli-apps.lock from version control.'),
      details: { artifact: locked ?? null },
    },
  )
}

/** Returns packages that stand for others, which the names in a locked tree do not show. */
export function aliasedPackages(tree: readonly LockedArtifact[]): string[] {
  const others = tree.filter(({ package: own }) => own !== undefined)
  if (others.length === 0) return []
  const listed = others.map(({ name, package: own }) => `${name} (${own})`)
  return [
    t(
      'npm-tree.cli-apps-lock-has-packages',
      'cli-apps.lock has packages under names other than their own: {listed}',
      { listed: listed.join(', ') },
    ),
  ]
}

const packageName = /^(@[A-Za-z0-9~_-][\w.~-]*\/)?[A-Za-z0-9~_-][\w.~-]*$/
const hashes = /^sha(1|256|384|512)-[\w+/=-]+( sha(1|256|384|512)-[\w+/=-]+)*$/
const source = /^(https?|git\+https?|git\+ssh):\/\/\S+$/

/** Every name resolves at its place already, so the originally requested ranges are irrelevant. */
function entryOf(artifact: LockedArtifact, { runsScripts }: { runsScripts: boolean }): LockEntry {
  const { name, version, integrity, url, package: own, needs = [], bin = {} } = artifact
  const names = [...name.split(`/${folder}`), ...needs, ...(own === undefined ? [] : [own])]
  const isSound =
    names.every((one) => packageName.test(one)) &&
    // npm would accept a URL or another package's name instead of a version.
    /^[\w.+-]*$/.test(version) &&
    // Only a repository has no integrity.
    (integrity === null ? url?.startsWith('git') === true : hashes.test(integrity)) &&
    (url === undefined || source.test(url)) &&
    // A user allows scripts by the name of a package, so it must be the package's own name.
    !(runsScripts && (url !== undefined || own !== undefined)) &&
    Object.entries(bin).every((pair) => pair.every((part) => isRelativePath(part)))
  if (!isSound) {
    throw new InvalidError(
      'lockfile.bad-artifact',
      t(
        'lockfile.bad-artifact.cli-apps-lock-contains-not',
        'cli-apps.lock contains {name}, which is not a valid npm package.',
        { name: JSON.stringify(name) },
      ),
      {
        hint: t('lockfile.bad-artifact.hint', 'Restore cli-apps.lock from version control.'),
        details: { artifact },
      },
    )
  }
  return {
    ...(own !== undefined && { name: own }),
    version,
    ...(url !== undefined && { resolved: url }),
    ...(integrity !== null && { integrity }),
    ...(Object.keys(bin).length > 0 && { bin }),
    ...(runsScripts && { hasInstallScript: true }),
    ...(needs.length > 0 && { dependencies: Object.fromEntries(needs.map((need) => [need, '*'])) }),
  }
}

const isRelativePath = (text: string): boolean =>
  text !== '' && !/[\\\0]/.test(text) && !text.startsWith('/') && !text.split('/').includes('..')
