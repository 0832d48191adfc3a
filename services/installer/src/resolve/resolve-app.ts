import type { AppDocument, LockedApp, VersionEntry } from '@cli-apps/core'
import type { ProvenManifest } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { chooseVersion, refuseRemoved, type VersionWish } from './choose-version.ts'
import { requirePinnedKey } from './pinned-registry.ts'
import { findApp, type OpenRegistries } from './registries.ts'
import {
  refuseGeneralPrograms,
  refuseMisreadIdentifiers,
  requireListedContent,
  requireLockedContent,
} from './vet-manifest.ts'
import type { WarnOfAge } from './warn-of-age.ts'
import type { AppState } from './workspace-facts.ts'

/** An app with the one version of it that is to be installed. */
export interface ResolvedApp extends ProvenManifest {
  facts: AppState
  /** Where it was found. */
  registry: string
  /** What `cli-apps.json` declares afterwards. */
  range: string
  /** What its registry says of this version; `undefined` where none was asked. */
  standing: Pick<VersionEntry, 'yanked' | 'deprecated'> | undefined
  /** The registry's document, where one was asked. */
  document?: AppDocument
  /** The registry that the name was pinned to before, where this command moves it to another. */
  movedFrom: string | undefined
}

export interface ResolveOptions {
  locations: readonly string[]
  open: OpenRegistries
  /** For what is taken as it is locked, which asks a registry for no more than one manifest. */
  warnOfAge: WarnOfAge
  /** `locations` is one registry that was named for this command. */
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
  requireLockedContent(proven, locked)
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
