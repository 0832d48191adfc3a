import * as z from 'zod'
import { Digest } from '../digest.ts'
import { KeyId } from '../documents/keys.ts'
import { AppName } from '../manifest/app-name.ts'
import { MethodKind } from '../manifest/install-method.ts'
import { Platform } from '../manifest/platform.ts'
import { ReleaseProof } from '../manifest/release-proof.ts'
import { EntryVersion } from '../manifest/versions.ts'

/** An installed package with the hash that its manager verifies, or a download. */
export const LockedArtifact = z.looseObject({
  /** Package name; for npm its path below `node_modules/`, which distinguishes two versions of one package. */
  name: z.string(),
  version: z.string(),
  /**
   * Subresource integrity for npm (`sha512-…`), `h1:…` of Go's checksum database, otherwise `sha256:…`, several
   * separated by spaces for the wheels of one release; null for system packages, which have none.
   */
  integrity: z.string().nullable(),
  /** Its URL, if it is not from the default index. */
  url: z.string().optional(),
  /** npm: the package's own name, if its path differs (an alias). */
  package: z.string().optional(),
  /** npm: names of its dependencies, to install the same tree again. */
  needs: z.array(z.string()).optional(),
  /** npm: its executables by name, which npm links for dependent packages. */
  bin: z.record(z.string(), z.string()).optional(),
  /** npm: the package with the Node that the program runs on, which is not part of its tree. */
  interpreter: z.literal(true).optional(),
})
export type LockedArtifact = z.infer<typeof LockedArtifact>

/** The method and packages resolved for one platform. */
export const LockedInstall = z.looseObject({
  method: MethodKind,
  /** The version that the program printed; `ci` requires it if the system decides the version. */
  program_version: z.string().nullable().default(null),
  /** The version of the method's own package, as its manager writes it; absent in older lockfiles. */
  package_version: z.string().optional(),
  /** Proof of the release of the method's own package, if its registry provides one. */
  proof: ReleaseProof.optional(),
  artifacts: z.array(LockedArtifact),
})
export type LockedInstall = z.infer<typeof LockedInstall>

export const LockedApp = z.looseObject({
  version: EntryVersion,
  digest: Digest.describe('Of the manifest'),
  registry: z.string(),
  /** The key that signed it, if its registry signs: the name is pinned to that key, wherever the registry is hosted. */
  key: KeyId.optional(),
  platforms: z.partialRecord(Platform, LockedInstall),
})
export type LockedApp = z.infer<typeof LockedApp>

/**
 * `cli-apps.lock`, format 1: exactly what a workspace has, per platform. Keys are sorted, so that merges stay small.
 * Unknown keys are preserved.
 */
export const Lockfile = z.looseObject({ lockfile: z.literal(1), apps: z.record(AppName, LockedApp) })
export type Lockfile = z.infer<typeof Lockfile>
