import semver from 'semver'
import * as z from 'zod'
import { t } from '../messages/t.ts'
import { bounded, HttpsUrl, line } from '../text.ts'
import { DebianPackageName, debianFields } from './debian/debian-method.ts'
import { Platform, PlatformConstraint } from './platform.ts'
import { Sha256 } from './sha256.ts'

/** A bare file name of an executable: no folder, no leading dash, no white space. */
export const ExecutableName = bounded(100).regex(/^[A-Za-z0-9_.+][A-Za-z0-9_.+-]*$/, {
  error: () =>
    t(
      'install-method.bare-executable-name',
      'must be a bare executable name: no path, no spaces, no leading dash',
    ),
})

const commit = z.string().regex(/^[0-9a-f]{40}$/, {
  error: () =>
    t('install-method.full-commit-hash', 'must be a full commit hash of 40 lower case hexadecimal digits'),
})
const pinned = bounded(100).regex(/^[0-9A-Za-z][0-9A-Za-z.+_!-]*$/, {
  error: () =>
    t(
      'install-method.one-exact-version',
      'must be one exact version, such as 3.6.2, with no range or operator',
    ),
})
const identifier = (pattern: RegExp, what: () => string) =>
  bounded(214).regex(pattern, { error: () => t('install-method.must', 'must be {what}', { what: what() }) })
const relativePath = bounded(300)
  .min(1)
  .regex(/^(?!\/)(?!.*(?:^|\/)\.{0,2}(?:\/|$))[^\\\0]+$/, {
    error: () =>
      t('install-method.relative-path-no', 'must be a relative path with no empty, "." or ".." part'),
  })

const npmPackage = identifier(/^(@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*$/, () =>
  t('install-method.npm-name', 'an npm package name, with no version and no URL'),
)
const pypiName = identifier(/^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/, () =>
  t('install-method.pypi-name', 'a PyPI project name, with no version'),
)
const crateName = identifier(/^[A-Za-z][A-Za-z0-9_-]*$/, () => t('install-method.crate-name', 'a crate name'))
const goModule = identifier(/^[a-z0-9][a-z0-9.-]*\.[a-z]+(\/[A-Za-z0-9._~-]+)+$/, () =>
  t('install-method.go-path', 'a Go package path such as github.com/owner/tool/cmd/tool'),
)
const brewName = identifier(/^[A-Za-z0-9@][A-Za-z0-9@+._/-]*$/, () =>
  t('install-method.brew-name', 'a Homebrew formula or cask name'),
)
const wingetId = identifier(/^[A-Za-z0-9][A-Za-z0-9.+_-]*$/, () =>
  t('install-method.winget-id', 'a winget package identifier'),
)
const scoopId = identifier(/^[A-Za-z0-9][A-Za-z0-9._/-]*$/, () =>
  t('install-method.scoop-name', 'a scoop app name'),
)

/** Name of the executable under this method, if it differs (Debian's `batcat`). */
const bin = ExecutableName.optional().describe(
  'The executable, where this method names it otherwise than entry_point',
)
const common = {
  platforms: z
    .array(PlatformConstraint)
    .min(1)
    .optional()
    .describe('Hosts that this method is for; all when absent'),
  bin,
}

const kind = <Kind extends string>(method: Kind) => z.literal(method).describe('The kind of method')

const NpmMethod = z.strictObject({
  method: kind('npm'),
  package: npmPackage.describe('Name of the package'),
  version: pinned.describe('Its exact version'),
  scripts: z
    .array(npmPackage)
    .min(1)
    .max(20)
    .optional()
    .describe('Packages whose install scripts the app needs; a person is asked to allow them by name'),
  node: bounded(100)
    .refine((range) => semver.validRange(range) !== null, {
      error: () => t('install-method.version-range', 'must be a range of versions such as >=22.12'),
    })
    .optional()
    .describe('Versions of Node that it runs on, where it asks for more than cli-apps itself'),
  ...common,
})

/**
 * Package managers treat text after `@`, `?` and `#` as a commit or options, which would override the pinned commit.
 */
const GitUrl = HttpsUrl.refine((url) => !/[@?#]/.test(url), {
  error: () =>
    t(
      'install-method.url-repository-without',
      'must be the URL of a repository without "@", "?" and "#": the commit has a field of its own',
    ),
})

const gitFields = {
  git: GitUrl.describe('The repository to build it from'),
  commit: commit.describe('Full hash of the commit'),
}

const PipPackage = z.strictObject({
  method: kind('pip'),
  package: pypiName.describe('Name of the project at PyPI'),
  version: pinned.describe('Its exact version'),
  ...common,
})
const PipGit = z.strictObject({
  method: kind('pip'),
  ...gitFields,
  subdirectory: relativePath.optional().describe('Folder of the project in the repository'),
  ...common,
})

const CargoCrate = z.strictObject({
  method: kind('cargo'),
  crate: crateName.describe('Name of the crate'),
  version: pinned.describe('Its exact version'),
  ...common,
})
const CargoGit = z.strictObject({ method: kind('cargo'), ...gitFields, ...common })

const GoMethod = z.strictObject({
  method: kind('go'),
  module: goModule.describe('Path of the package'),
  version: pinned.describe('Its exact version'),
  ...common,
})

export const ArchiveKind = z.enum(['none', 'gz', 'tar.gz', 'tar.xz', 'tar.zst', 'zip'])
export type ArchiveKind = z.infer<typeof ArchiveKind>

const hostOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).host : undefined)

const PublisherChecksums = z.strictObject({
  url: HttpsUrl.describe("The publisher's checksum file of the same release, on the host of the download"),
  file: bounded(300)
    .min(1)
    .regex(/^[^\s\\\0][^\\\0]*$/)
    .optional()
    .describe('The name of the download in that file, if it differs from the end of its URL'),
})

/**
 * One download of a `binary` method, with a digest of its own or with the publisher's checksum file. `path` is the executable's path
 * inside the archive.
 */
export const BinaryDownload = z
  .strictObject({
    url: HttpsUrl.describe('Of the download'),
    sha256: Sha256.optional().describe('Its digest; this or checksums must be there'),
    checksums: PublisherChecksums.optional().describe("The publisher's own list of digests"),
    size: z
      .int()
      .positive()
      .max(20_000_000_000)
      .optional()
      .describe('Bytes of the download, where the publisher says it; the digest decides'),
    archive: ArchiveKind.describe('What the download is'),
    path: relativePath.optional().describe('The executable inside the archive'),
  })
  .refine(({ sha256, checksums }) => (sha256 === undefined) !== (checksums === undefined), {
    path: ['sha256'],
    error: () => t('install-method.one-of-sha', 'must have either sha256 or checksums'),
  })
  .refine(({ url, checksums }) => checksums === undefined || hostOf(checksums.url) === hostOf(url), {
    path: ['checksums', 'url'],
    error: () => t('install-method.checksums-same-host', 'must be on the host of the download'),
  })
  .refine(
    (download) => download.archive === 'none' || download.archive === 'gz' || download.path !== undefined,
    {
      path: ['path'],
      error: () => t('install-method.name-executable-inside', 'must name the executable inside the archive'),
    },
  )
export type BinaryDownload = z.infer<typeof BinaryDownload>

const BinaryMethod = z.strictObject({
  method: kind('binary'),
  platforms: z
    .partialRecord(Platform, BinaryDownload)
    .refine((downloads) => Object.keys(downloads).length > 0, {
      error: () => t('install-method.offer-least-one', 'must offer at least one platform'),
    })
    .describe('The download by platform'),
  bin,
})

const DebianMethod = z.strictObject({ method: kind('debian'), ...debianFields, bin })

const AptMethod = z.strictObject({
  method: kind('apt'),
  package: DebianPackageName.describe('Name of the package'),
  ...common,
})

const BrewFormula = z.strictObject({
  method: kind('brew'),
  formula: brewName.describe('Name of the formula'),
  ...common,
})
const BrewCask = z.strictObject({
  method: kind('brew'),
  cask: brewName.describe('Name of the cask'),
  ...common,
})

const WingetMethod = z.strictObject({
  method: kind('winget'),
  id: wingetId.describe('Identifier of the package'),
  ...common,
})
const ScoopMethod = z.strictObject({
  method: kind('scoop'),
  id: scoopId.describe('Name of the app in a bucket'),
  ...common,
})

/** A program that comes with something else; `instructions` tell a person how to get it. */
const BundledMethod = z.strictObject({
  method: kind('bundled'),
  detect: ExecutableName.describe('Looked up on PATH'),
  instructions: line(500).describe('How a person gets the program'),
  ...common,
})

/** A program that a person adopted into one workspace; only a manifest file of that workspace may say so. */
const AdoptedOnPath = z.strictObject({
  method: kind('adopted'),
  detect: ExecutableName.describe('Looked up on PATH'),
  ...common,
})
const AdoptedFile = z.strictObject({
  method: kind('adopted'),
  path: relativePath.describe('The program, relative to the workspace'),
  ...common,
})

/**
 * One way to install an app, discriminated by `method`. `npm`, `pip`, `cargo`, `go`, `binary` and `debian` are
 * pinned to one version; `apt`, `brew`, `winget` and `scoop` install what the system offers; `bundled` and
 * `adopted` only detect.
 */
export const InstallMethod = z.union([
  NpmMethod,
  PipPackage,
  PipGit,
  CargoCrate,
  CargoGit,
  GoMethod,
  BinaryMethod,
  DebianMethod,
  AptMethod,
  BrewFormula,
  BrewCask,
  WingetMethod,
  ScoopMethod,
  BundledMethod,
  AdoptedOnPath,
  AdoptedFile,
])
export type InstallMethod = z.infer<typeof InstallMethod>

export const MethodKind = z.enum([
  'npm',
  'pip',
  'cargo',
  'go',
  'binary',
  'debian',
  'apt',
  'brew',
  'winget',
  'scoop',
  'bundled',
  'adopted',
])
export type MethodKind = z.infer<typeof MethodKind>

/** A method of one kind, such as `MethodOf<'npm'>`. */
export type MethodOf<Kind extends MethodKind> = Extract<InstallMethod, { method: Kind }>
