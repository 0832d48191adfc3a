import {
  type AppDocument,
  type AppName,
  compareVersions,
  type ErrorReport,
  isAppError,
  isAppName,
  selectVersion,
  toErrorReport,
} from '@cli-apps/core'
import { listInstalled } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { findApp } from '../resolve/registries.ts'
import type { ResolveOptions } from '../resolve/resolve-app.ts'
import { resolveOptions } from '../resolve/resolve-options.ts'
import { type AppState, isKnown, readAppFacts, readWorkspaceFacts } from '../resolve/workspace-facts.ts'
import { strategyFor } from '../strategies/index.ts'
import { readStrategyHost } from '../strategies/read-strategy-host.ts'
import { type PackageUpdate, packageUpdates } from './package-updates.ts'
import { type ProgramStanding, programStanding } from './program-standing.ts'

/** State of an app compared with its registry and, if the system owns its program, with the system's packages. */
export interface Standing {
  name: AppName
  /** The version of the entry. */
  installed: string | null
  declared: string | null
  /** The newest version in the declared range. */
  wanted: string | null
  latest: string | null
  /** What the program is, and what the entries would bring; null if the app is not installed here. */
  program: ProgramStanding | null
  pinned: string | null
  /** Why the installed version was yanked. */
  yanked: string | null
  deprecated: string | null
  /** Why the whole app was removed. */
  removed: string | null
  /** For a program that the system owns: the package's version, and whether a newer one is available. */
  system: { version: string | null; has_update: boolean; changed?: boolean } | null
  /** Of an app with Debian packages: those that its entry now lists in another version. */
  packages: PackageUpdate[]
  /** Why the available versions are unknown. */
  error: ErrorReport | null
  outdated: boolean
}

/** Queries the registries and system package managers about every app of the workspace. Changes nothing. */
export async function readOutdated(
  context: CommandContext,
  { registry }: { registry: string | undefined },
): Promise<Standing[]> {
  const { workspace } = context
  const facts = await readWorkspaceFacts(workspace)
  const names = [...new Set([...Object.keys(facts.lockfile.apps), ...(await listInstalled(workspace))])]
  const resolving = resolveOptions(context, facts, { registry, allowGeneral: true })
  const apps = await Promise.all(
    names
      .filter(isAppName)
      .sort()
      .map((name) => readAppFacts(name, facts, context)),
  )
  return Promise.all(apps.filter(isKnown).map((app) => standingOf(app, context, resolving)))
}

async function standingOf(
  facts: AppState,
  context: CommandContext,
  { locations, open, isExplicit }: ResolveOptions,
): Promise<Standing> {
  const { name, declared = null, pin = null, locked, record } = facts
  const installed = record?.version ?? locked?.version ?? null
  const known = { name, installed, declared, pinned: pin }
  const unknown = { wanted: null, latest: null, yanked: null, deprecated: null, removed: null }
  try {
    const [system, { app, registry }] = await Promise.all([
      systemStanding(facts, context),
      findApp(name, context, { locations, locked, isExplicit, open }),
    ])
    const offered = offeredBy(app, facts, installed)
    const isBehind =
      installed !== null && offered.latest !== null && compareVersions(offered.latest, installed) > 0
    const program = record === undefined ? null : await programStanding(record, offered, registry)
    const packages = await packageUpdates(facts, { app, wanted: offered.wanted, registry })
    const outdated =
      isBehind || offered.wanted !== installed || system?.has_update === true || packages.length > 0
    return { ...known, ...offered, program, system, packages, error: null, outdated }
  } catch (error) {
    if (!isAppError(error)) throw error
    const none = { program: null, system: null, packages: [] }
    return { ...known, ...unknown, ...none, error: toErrorReport(error), outdated: false }
  }
}

type Offered = Pick<Standing, 'wanted' | 'latest' | 'yanked' | 'deprecated' | 'removed'>

function offeredBy(app: AppDocument, { declared = '*' }: AppState, installed: string | null): Offered {
  const versions = app.versions.map(({ version, yanked }) => ({ version, yanked: yanked !== null }))
  const select = (range: string): string | null =>
    selectVersion(versions, range, app.dist_tags)?.version ?? null
  const entry = app.versions.find(({ version }) => version === installed)
  const wanted = select(declared)
  const isKept =
    wanted !== null && installed !== null && compareVersions(wanted, installed) < 0 && !entry?.yanked
  return {
    // The installed version is newer than the declared range allows and not yanked, so it stays.
    wanted: isKept ? installed : (wanted ?? installed),
    latest: select('latest'),
    yanked: entry?.yanked?.reason ?? null,
    deprecated: entry?.deprecated?.message ?? null,
    removed: app.removed?.message ?? null,
  }
}

async function systemStanding({ record }: AppState, context: CommandContext): Promise<Standing['system']> {
  const method = record?.manifest.install.find(({ method }) => method === record.method)
  if (record === undefined || method === undefined) return null
  const strategy = strategyFor(method.method)
  if (strategy.owner !== 'system') return null
  const host = await readStrategyHost([method], context)
  if (strategy.digest !== undefined) {
    const isChanged = (await strategy.digest(method, host)) !== record.system?.executable
    return { version: record.program_version, has_update: isChanged, changed: isChanged }
  }
  if (strategy.version === undefined) return null
  const steps = (await strategy.update?.(method, host)) ?? []
  return { version: await strategy.version(method, host), has_update: steps.length > 0 }
}
