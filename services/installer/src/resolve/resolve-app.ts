import type { AppDocument, LockedApp, VersionEntry } from '@cli-apps/core'
import type { ProvenManifest } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { chooseVersion, refuseRemoved, type VersionWish } from './choose-version.ts'
import { requirePinnedKey } from './pinned-registry.ts'
import { findApp, type OpenRegistries } from './registries.ts'
import {
  mayChange,
  refuseGeneralPrograms,
  refuseMisreadIdentifiers,
  requireListedContent,
  requireLockedContent,
} from './vet-manifest.ts'
import type { WarnOfAge } from './warn-of-age.ts'
import type { AppState } from './workspace-facts.ts'

/** An app and the version to install. */
export interface ResolvedApp extends ProvenManifest {
  facts: AppState
  /** Location of its registry. */
  registry: string
  /** Range to declare in `cli-apps.json`. */
  range: string
  /** Status of this version in its registry; `undefined` if none was asked. */
  standing: Pick<VersionEntry, 'yanked' | 'deprecated'> | undefined
  /** The registry's document, if one was asked. */
  document?: AppDocument
  /** The registry that the name was pinned to, if this command changes it. */
  movedFrom: string | undefined
}

export interface ResolveOptions {
  locations: readonly string[]
  open: OpenRegistries
  /** Called for locked apps, for which only one manifest is fetched. */
  warnOfAge: WarnOfAge
  /** Whether `locations` is a registry that the command named. */
  isExplicit: boolean
  allowGeneral: boolean
}

/** Finds an app and its requested version in its registry, and verifies the response. */
export async function resolveApp(
  facts: AppState,
  wish: VersionWish,
  context: CommandContext,
  { locations, open, isExplicit, allowGeneral }: ResolveOptions,
): Promise<ResolvedApp> {
  const { name, locked } = facts
  const { registry, app } = await findApp(name, context, { locations, locked, isExplicit, open })
  refuseRemoved(app, wish, facts)
  const version = chooseVersion(app, wish, registry.location)
  const proven = await registry.manifest(name, version.version)
  requireListedContent(proven, version.digest)
  // Where an entry may change, only "ci" requires the locked content.
  if (!mayChange(registry.location)) requireLockedContent(proven, locked)
  if (!isExplicit) await requirePinnedKey(proven, locked, registry)
  refuseMisreadIdentifiers(proven.manifest, registry.location)
  if (!allowGeneral) refuseGeneralPrograms(proven.manifest, registry.location)
  return {
    ...proven,
    facts,
    registry: registry.location,
    range: wish.declare(version.version),
    standing: version,
    document: app,
    movedFrom: isExplicit ? movedFrom(proven, locked, registry.location) : undefined,
  }
}

function movedFrom(
  { signature }: ProvenManifest,
  locked: LockedApp | undefined,
  location: string,
): string | undefined {
  const isSame =
    locked === undefined ||
    locked.registry === location ||
    (locked.key !== undefined && locked.key === signature?.key)
  return isSame ? undefined : locked.registry
}
