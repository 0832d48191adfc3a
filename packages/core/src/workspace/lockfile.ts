import * as z from 'zod'
import { Digest } from '../digest.ts'
import { KeyId } from '../documents/api.ts'
import { AppName } from '../manifest/app-name.ts'
import { MethodKind } from '../manifest/install-method.ts'
import { Platform } from '../manifest/platform.ts'
import { ReleaseProof } from '../manifest/release-proof.ts'
import { EntryVersion } from '../manifest/versions.ts'

/** A package that an install placed, with the hash its manager checks, or a download. */
export const LockedArtifact = z.looseObject({
  /** Package name; for npm its place below `node_modules/`, which tells two versions of one package apart. */
  name: z.string(),
  version: z.string(),
  /**
   * Subresource integrity for npm (`sha512-…`), `h1:…` of Go's checksum database, else `sha256:…`, of which several may
   * stand separated by spaces (the wheels of one release); null for system packages, which carry none.
   */
  integrity: z.string().nullable(),
  /** Where it comes from, when that is not the usual index. */
  url: z.string().optional(),
  /** npm: the package's own name, where its place says another (an alias). */
  package: z.string().optional(),
  /** npm: names of its dependencies, so that the same tree can be installed again. */
  needs: z.array(z.string()).optional(),
  /** npm: its executables by name, which npm links for the packages around it. */
  bin: z.record(z.string(), z.string()).optional(),
})
export type LockedArtifact = z.infer<typeof LockedArtifact>

/** What was chosen and resolved for one platform. */
export const LockedInstall = z.looseObject({
  method: MethodKind,
  /** What the program said of its version; `ci` demands it where the system decides the version. */
  program_version: z.string().nullable().default(null),
  /** Of the package that the method names, where its registry proves releases. */
  proof: ReleaseProof.optional(),
  artifacts: z.array(LockedArtifact),
})
export type LockedInstall = z.infer<typeof LockedInstall>

export const LockedApp = z.looseObject({
  version: EntryVersion,
  digest: Digest.describe('Of the manifest'),
  registry: z.string(),
  /** The key that signed it, where its registry signs: the name is pinned to that key, wherever the registry is served. */
  key: KeyId.optional(),
  platforms: z.partialRecord(Platform, LockedInstall),
})
export type LockedApp = z.infer<typeof LockedApp>

/**
 * `cli-apps.lock`, format 1: exactly what a workspace has, per platform. Keys stand in order, so that merges stay small.
 * Keys that are not ours are kept as they are.
 */
export const Lockfile = z.looseObject({ lockfile: z.literal(1), apps: z.record(AppName, LockedApp) })
export type Lockfile = z.infer<typeof Lockfile>

export const emptyLockfile = (): Lockfile => ({ lockfile: 1, apps: {} })
