import {
  type AppManifest,
  findPackageVersion,
  type InstallMethod,
  type Issue,
  installedVersion,
  isSameVersion,
} from '@cli-apps/core'
import type { CatalogEntry } from '../entries.ts'
import type { Verification } from '../verification-log.ts'
import { type CatalogRule, issueOf } from './rule.ts'

const laterOnPypi = 'the downloads are pinned by digest, and PyPI could not be asked for their version'
const absent = 'npm lacks the version of the downloads'

/** Methods of another version than their entry, by app and method, with the reason. */
const knownToDiffer: Readonly<Record<string, string>> = {
  'asciinema pip': 'version 3 is written in Rust and not on PyPI',
  'aws pip': 'version 2 is not on PyPI',
  'magika pip': 'PyPI has the Python client, which has versions of its own',
  'single-file npm': 'npm has an older version than the publisher',
  'cmake pip': laterOnPypi,
  'git-cliff pip': laterOnPypi,
  'jc pip': laterOnPypi,
  'ruff pip': laterOnPypi,
  'uv pip': laterOnPypi,
  'hurl npm': absent,
  'nushell npm': absent,
  'copilot-cli npm': 'the calls of the entry were proven with a later version than that of the downloads',
  'firebase npm': 'its help was read, and its commands judged, in a later version than that of the downloads',
  'deno npm': 'its tests passed with a later version than that of the downloads',
}

/** Programs that tell no version, with what they do instead. The version of their package is shown. */
const tellNoVersion: Readonly<Record<string, string>> = {
  ajv: 'ajv-cli has no option for it',
  gcalcli: "Debian's build prints the name alone",
  'git-filter-repo': 'it prints the digest of its own text',
  gron: "Debian's build prints dev",
  meson: 'it prints the number alone',
  ninja: 'it prints the number alone',
  webpack: 'it prints the versions of packages that the project in the folder names',
  xmllint: 'it prints one number, 20914 for 2.9.14',
}

export const pinnedVersion: CatalogRule = {
  id: 'catalog.pinned-version',
  wants:
    'npm, pip, cargo, go and binary methods that install the version of the entry; what Debian, apt, brew, winget, scoop or a git commit brings is the version that they have',
  check: (entries) =>
    entries.flatMap((entry) =>
      entry.manifest.install.flatMap((method, at) =>
        `${entry.name} ${method.method}` in knownToDiffer ? [] : otherVersions(entry, method, at),
      ),
    ),
}

/** Entries whose `debian` method has a later series for a reason other than an outdated entry. */
const otherInDebian: Readonly<Record<string, string>> = {
  wscat: "Debian's package has the version of the library ws",
}

export const currentVersion: CatalogRule = {
  id: 'catalog.current-version',
  wants: 'entries that are not of an older series (the first two numbers) than what Debian 12 installs',
  check: (entries) =>
    entries.flatMap((entry) => {
      const { version, install } = entry.manifest
      if (Object.hasOwn(otherInDebian, entry.name)) return []
      return install.flatMap((method, at) =>
        method.method === 'debian' && isLaterSeries(seriesOf(method.version), seriesOf(version))
          ? [issueOf(entry, `install.${at}.version`, `is ${method.version}, and the entry is of ${version}`)]
          : [],
      )
    }),
}

/** The first two numbers of a version, without Debian's epoch: `[9, 18]` for `1:9.18.49-1~deb12u3`. */
function seriesOf(version: string): [number, number] {
  const [, major = 0, minor = 0] = /^(?:\d+:)?(\d+)(?:\.(\d+))?/.exec(version) ?? []
  return [Number(major), Number(minor)]
}

const isLaterSeries = (one: readonly [number, number], other: readonly [number, number]): boolean =>
  one[0] > other[0] || (one[0] === other[0] && one[1] > other[1])

function otherVersions(entry: CatalogEntry, method: InstallMethod, at: number): Issue[] {
  const { manifest } = entry
  if (method.method === 'binary')
    return Object.entries(method.platforms)
      .filter(([, { url }]) => !spellings(manifest).some((version) => url.includes(version)))
      .map(([platform]) =>
        issueOf(
          entry,
          `install.${at}.platforms.${platform}.url`,
          `does not name the version ${manifest.version}`,
        ),
      )
  if (method.method === 'debian' || !('version' in method)) return []
  if (spellings(manifest).some((version) => isSameVersion(method.version, version))) return []
  return [
    issueOf(entry, `install.${at}.version`, `is ${method.version}, and the entry is of ${manifest.version}`),
  ]
}

/** The ways in which addresses write the version of an entry. */
function spellings({ version, program_version = version }: AppManifest): string[] {
  const bare = version.replace(/\+.*/, '')
  return [bare, program_version, bare.replace(/\.0$/, ''), bare.replaceAll('.', '_')]
}

export const toldVersion: CatalogRule = {
  id: 'catalog.told-version',
  wants: 'a version in what the program printed when it was verified',
  check(entries, { verifications }) {
    const silent = new Set(
      verifications
        .filter(({ outcome, program_version }) => outcome === 'proven' && program_version === null)
        .map(({ name, digest }) => `${name} ${digest}`),
    )
    return entries
      .filter(({ name, digest, manifest }) => silent.has(`${name} ${digest}`) && mustTell(manifest))
      .map((entry) => issueOf(entry, 'run.version', 'printed no version'))
  },
}

export const verifiedVersion: CatalogRule = {
  id: 'catalog.verified-version',
  wants:
    'the version that the method installs in what the program printed when it was verified: an error may print a time, which looks like a version',
  check: (entries, { verifications }) =>
    entries.flatMap((entry) => {
      const verified = verifications.find(
        ({ name, digest, outcome }) => name === entry.name && digest === entry.digest && outcome === 'proven',
      )
      const told = verified?.program_version?.replace(/\.$/, '')
      const method = entry.manifest.install.find((one) => one.method === verified?.method)
      if (told === undefined || method?.method !== 'npm') return []
      const isTold = [method.version, ...spellings(entry.manifest)].some((one) => isSameVersion(told, one))
      return isTold
        ? []
        : [issueOf(entry, 'run.version', `printed ${told} when ${method.version} was verified`)]
    }),
}

export const describedVersion: CatalogRule = {
  id: 'catalog.described-version',
  wants:
    'the version whose help was read and whose recipes were run as commands_version, where it is not the one of the entry',
  check: (entries, { verifications }) =>
    entries.flatMap((entry) => {
      const { commands, commands_version: stated, recipes = [] } = entry.manifest
      const isShown = commands !== undefined || recipes.some(({ shows }) => shows !== undefined)
      const verified = verifications.find(
        ({ name, digest, outcome }) => name === entry.name && digest === entry.digest && outcome === 'proven',
      )
      if (!isShown || verified === undefined) return []
      const version = verifiedProgram(entry.manifest, verified)
      const read = version === null || version === entry.manifest.version ? undefined : version
      const isStated =
        read === undefined || stated === undefined ? read === stated : isSameVersion(read, stated)
      return isStated
        ? []
        : [issueOf(entry, 'commands_version', `is ${stated ?? 'absent'}, and the help was of ${version}`)]
    }),
}

/** The version of the program that a verification run installed; Debian's two methods install the same one. */
function verifiedProgram(
  { version, install }: AppManifest,
  { method, program_version }: Verification,
): string | null {
  const kind = method === 'apt' ? 'debian' : method
  const own = install.find((one) => one.method === kind)
  if (own === undefined) return program_version
  return installedVersion({
    version,
    method: own.method,
    program_version,
    package_version: findPackageVersion(own, []),
  }).version
}

/** Whether the entry has arguments that make the program print its version. */
export const mustTell = ({ name, run }: AppManifest): boolean =>
  run?.version !== undefined && !Object.hasOwn(tellNoVersion, name)
