import type { CommandNode } from '@cli-apps/help/command-tree'
import type { Digest } from '../../digest.ts'
import type { AppDocument } from '../../documents/app-documents.ts'
import type { IndexEntry } from '../../documents/index-documents.ts'
import type { KeyId, Signature } from '../../documents/keys.ts'
import type { RecipeResults } from '../../documents/recipe-results.ts'
import type { AppName } from '../../manifest/app-name.ts'
import type { DebianArchitecture } from '../../manifest/debian/debian-architecture.ts'
import type { DebianClosure } from '../../manifest/debian/debian-closure.ts'
import type { AppManifest } from '../../manifest/manifest.ts'
import type { LeftOut } from '../../skill/vet-facts.ts'
import type { HttpSourceOptions } from './http-source.ts'
import type { Found } from './search/found.ts'
import type { Searchable } from './search/searchable.ts'

export interface ProvenManifest {
  /** Without texts that resemble an attack. */
  manifest: AppManifest
  leftOut: LeftOut[]
  digest: Digest
  /** The manifest as published, which the digest and the signature cover. */
  json: unknown
  /** By a trusted key; `null` for a registry that does not sign. */
  signature: Signature | null
}

/** A registry of any kind: a server, a static site, a folder, or a catalog. */
export interface Registry {
  /** Its name in records and lockfiles. */
  location: string
  /** Every app in short form, by name. Its texts are for searching; apply `vetIndexEntry` before showing an entry. */
  index(): Promise<IndexEntry[]>
  app(name: AppName): Promise<AppDocument | undefined>
  /** The manifest of one version, with verified digest and, if the registry signs, signature. */
  manifest(name: AppName, version: string): Promise<ProvenManifest>
  /**
   * The Debian packages of one version for one architecture, with the digest that its manifest names. Throws
   * `NotFoundError` `app.no-closure`, `IntegrityError` if the registry has another list.
   */
  closure(
    name: AppName,
    version: string,
    architecture: DebianArchitecture,
    digest: Digest,
  ): Promise<DebianClosure>
  /**
   * The published command tree of a program, with the digest that its manifest names; `undefined` if the registry has none.
   * Throws `IntegrityError` if it has another one.
   */
  tree(name: AppName, version: string, program: string, digest: Digest): Promise<CommandNode | undefined>
  /** What became of the recipes of one version when they were run, if the registry knows. Nothing signs it. */
  recipeResults(name: AppName, version: string): Promise<RecipeResults | undefined>
  /**
   * Apps with the recipes that fit, best first; without recipes where no manifest is at hand. Playbooks of a server that
   * searches, and of a catalog: a list of apps has none.
   */
  search(query: string, limit: number): Promise<Found>
  /** Every app in short form, with all terms of those that are known. */
  searchable(): Promise<Searchable>
  /** Throws `IntegrityError`, such as `trust.too-old`, if the registry's data is too old for new installs. */
  requireFresh(): Promise<void>
  /**
   * Returns the keys of the same registry as `key`, which was trusted at `knownAt`; empty if it is a different
   * registry.
   */
  successorKeys(key: KeyId, knownAt: string): Promise<KeyId[]>
}

export interface TrustSettings {
  /** Folder that stores the trusted keys of registries. */
  trustFolder: string
  /** Maximum age of the registry's timestamp in days; by default 14 for a server, or what its operator signed. */
  maxAgeDays?: number | undefined
  now?: () => Date
}

export interface OpenRegistryOptions extends HttpSourceOptions, TrustSettings {
  /** Base of relative locations; the working directory by default. */
  baseFolder?: string
}
