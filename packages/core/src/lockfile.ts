import * as z from 'zod'
import { Digest } from './api.ts'
import { AppName } from './app-name.ts'
import { MethodKind } from './install-method.ts'
import { Platform } from './platform.ts'
import { EntryVersion } from './versions.ts'

/** One thing that an install put in place: a package with the hash its manager checks, or a download. */
export const LockedArtifact = z.object({
  name: z.string(),
  version: z.string(),
  /** Subresource integrity for npm (`sha512-…`), else `sha256:…`; null for system packages, which carry none. */
  integrity: z.string().nullable(),
})
export type LockedArtifact = z.infer<typeof LockedArtifact>

/** What was chosen and resolved for one platform. */
export const LockedInstall = z.object({ method: MethodKind, artifacts: z.array(LockedArtifact) })
export type LockedInstall = z.infer<typeof LockedInstall>

export const LockedApp = z.object({
  version: EntryVersion,
  digest: Digest.describe('Of the manifest'),
  registry: z.string(),
  platforms: z.partialRecord(Platform, LockedInstall),
})
export type LockedApp = z.infer<typeof LockedApp>

/** `cli-apps.lock`, format 1: exactly what a workspace has, per platform. Keys stand in order, so that merges stay small. */
export const Lockfile = z.object({ lockfile: z.literal(1), apps: z.record(AppName, LockedApp) })
export type Lockfile = z.infer<typeof Lockfile>

export const emptyLockfile = (): Lockfile => ({ lockfile: 1, apps: {} })
