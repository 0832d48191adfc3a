import {
  type AppManifest,
  type InstallMethod,
  type InstallRecord,
  type MethodKind,
  type Refusal,
  selectMethod,
  toolsWanted,
  UnsupportedError,
  type VersionEntry,
} from '@cli-apps/core'
import {
  type FoundHost,
  type ProvenManifest,
  type Registry,
  readHost,
  readLockfile,
  readRecord,
  readWorkspaceFile,
} from '@cli-apps/core/node'
import { type CommandContext, strategyHost } from '../context.ts'
import { readStoredApp, storeEntry } from '../store/store.ts'
import { installableKinds, strategyFor } from '../strategies/index.ts'
import type { StrategyHost } from '../strategies/strategy.ts'
import { chooseSource } from './choose-source.ts'
import { chooseVersion, refuseRemoved, savedRange, type Wanted, wantedRange } from './choose-version.ts'
import type { InstallPlan } from './install-plan.ts'
import { findApp, registryLocations } from './registries.ts'
import { refuseGeneralPrograms, requireListedContent, requireLockedContent } from './vet-manifest.ts'

export interface PlanInstallOptions {
  /** `--registry` */
  registry: string | undefined
  /** `--method` */
  only: MethodKind | undefined
  /** `--adopt`: take a program that is already on PATH. */
  adopt: boolean
  /** `--allow-general`: take apps that are shells, interpreters and the like. */
  allowGeneral: boolean
}

/** Decides how to install an app here: registry, version, method, steps. Reads only; changes nothing. */
export async function planInstall(
  reference: Wanted,
  context: CommandContext,
  options: PlanInstallOptions,
): Promise<InstallPlan> {
  const { workspace } = context
  const [declared, lockfile, record] = await Promise.all([
    readWorkspaceFile(workspace),
    readLockfile(workspace),
    readRecord(workspace, reference.name),
  ])
  const locked = lockfile.apps[reference.name]
  const isExplicit = options.registry !== undefined
  const locations = registryLocations(context, { flag: options.registry, declared })
  const { registry, app } = await findApp(reference.name, context, { locations, locked, isExplicit })
  const wanted = wantedRange(reference, declared, locked)
  refuseRemoved(app, wanted, locked)
  const version = chooseVersion(app, wanted, registry)
  const proven = await registry.manifest(reference.name, version.version)
  const { manifest, digest } = proven
  requireListedContent({ manifest, digest }, version.digest)
  requireLockedContent({ manifest, digest }, locked)
  if (!options.allowGeneral) refuseGeneralPrograms(manifest, registry)
  const range = savedRange(reference, declared, version.version)
  return planMethod({ ...proven, range, registry, version, record }, context, options)
}

interface Resolved extends ProvenManifest {
  range: string
  registry: Registry
  version: VersionEntry
  record: InstallRecord | undefined
}

async function planMethod(
  resolved: Resolved,
  context: CommandContext,
  options: PlanInstallOptions,
): Promise<InstallPlan> {
  const { manifest, digest, json, signature, range, registry, version, record } = resolved
  const methods = options.adopt ? adoptable(manifest) : manifest.install
  const found = await readHost([...toolsWanted(methods), 'sudo'], context.environment)
  const host = strategyHost(found, context)
  const { method, refusals } = chooseMethod(manifest, methods, { found, host, only: options.only })
  const strategy = strategyFor(method.method)
  const facts = await strategy.inspect(method, host)
  const entry =
    strategy.owner === 'system'
      ? null
      : storeEntry(context.config.store, {
          name: manifest.name,
          version: manifest.version,
          digest,
          method: method.method,
          platform: found.platform,
          runsOn: strategy.runsOn(host, facts),
        })
  const bin = method.bin ?? manifest.entry_point
  const { steps, undo, adopted } = strategy.plan(method, { host, bin, prefix: entry?.prefix ?? '', facts })
  const isStored = entry !== null && (await readStoredApp(entry)) !== undefined
  const same = record?.digest === digest && record.method === method.method ? record : undefined
  const source = chooseSource({ record: same, entry, isStored, steps })
  return {
    name: manifest.name,
    version: manifest.version,
    range,
    registry: registry.location,
    digest,
    signature,
    json,
    manifest,
    platform: found.platform,
    method,
    refusals,
    source,
    adopted: source === 'present' && same !== undefined ? same.adopted : adopted,
    entry,
    steps: isStored ? [] : steps,
    undo: isStored ? [] : undo,
    notices: noticesOf(manifest, version, context.environment),
  }
}

const adoptable = (manifest: AppManifest): InstallMethod[] => [
  { method: 'bundled', detect: manifest.entry_point, instructions: 'install it first, or leave out --adopt' },
]

function chooseMethod(
  manifest: AppManifest,
  methods: readonly InstallMethod[],
  { found, host, only }: { found: FoundHost; host: StrategyHost; only: MethodKind | undefined },
): { method: InstallMethod; refusals: Refusal[] } {
  const refuse = (method: InstallMethod): string | undefined => {
    if (method.method === 'bundled' && manifest.run?.version?.expect === undefined) {
      return `${method.detect} is on PATH, but the manifest does not say how to tell it from another program of that name`
    }
    return strategyFor(method.method).refuse?.(method, host)
  }
  const { method, refusals } = selectMethod(methods, found, { kinds: installableKinds, only, refuse })
  if (method !== undefined) return { method, refusals }
  const reasons = refusals.map(({ method, reason }) => `${method}: ${reason}`)
  throw new UnsupportedError(
    'host.no-method',
    `No way to install ${manifest.name} ${manifest.version} fits this host (${found.platform}).`,
    {
      hint: `Refused: ${reasons.join('; ')}.`,
      details: { refusals },
    },
  )
}

function noticesOf(manifest: AppManifest, version: VersionEntry, environment: NodeJS.ProcessEnv): string[] {
  const notices: string[] = []
  if (version.deprecated !== null)
    notices.push(`${manifest.name} ${manifest.version} is deprecated: ${version.deprecated.message}`)
  if (version.yanked !== null)
    notices.push(`${manifest.name} ${manifest.version} was withdrawn: ${version.yanked.reason}`)
  for (const { name, description, required } of manifest.requires?.env ?? []) {
    if (required && environment[name] === undefined)
      notices.push(`${manifest.name} needs ${name}: ${description}`)
  }
  return notices
}
