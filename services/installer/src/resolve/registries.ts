import {
  type AppDocument,
  type AppName,
  appByAlias,
  appByProgram,
  type IndexEntry,
  type LockedApp,
  NotFoundError,
  nearestNames,
  t,
} from '@cli-apps/core'
import type { Registry } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { openRegistryAt } from './open-registry-at.ts'
import { findPinnedApp } from './pinned-registry.ts'

export type OpenRegistries = (location: string) => Promise<Registry>

/** Opens each registry once, so that apps share what it has read. */
export function openOnce(context: CommandContext): OpenRegistries {
  const opened = new Map<string, Promise<Registry>>()
  return (location) => {
    const registry = opened.get(location) ?? openRegistryAt(location, context)
    opened.set(location, registry)
    return registry
  }
}

interface FoundApp {
  registry: Registry
  app: AppDocument
}

interface FindAppOptions {
  /** Registries in lookup order. */
  locations: readonly string[]
  locked: LockedApp | undefined
  /** The command names a registry, which may differ from the one that the name is pinned to. */
  isExplicit: boolean
  open?: OpenRegistries
}

/**
 * Finds an app in the first registry that has it. A locked name stays with its registry, so that an earlier one cannot
 * replace the program, unless the command names a registry. Throws `NotFoundError` `app.unknown` with similar names and, as
 * `alias_of` or `program_of`, the app that has the name as an alias or for a program, or `ConflictError` `app.other-registry`.
 */
export async function findApp(
  name: AppName,
  context: CommandContext,
  { locations, locked, isExplicit, open = openOnce(context) }: FindAppOptions,
): Promise<FoundApp> {
  if (locked !== undefined && !isExplicit) return findPinnedApp(name, locked, { locations, open })
  const registries = await Promise.all(locations.map(open))
  for (const registry of registries) {
    const app = await registry.app(name)
    if (app !== undefined) return { registry, app }
  }
  const { near, alias_of, program_of } = await nearestInIndexes(name, registries)
  throw new NotFoundError(
    'app.unknown',
    t('app.unknown.app-not-found', 'The app {name} was not found in {locations}.', {
      name,
      locations: locations.join(', '),
    }),
    {
      hint:
        near.length > 0
          ? t(
              'app.unknown.hint.did-you-mean-run',
              'Did you mean {near}? Run "{cli} search" to find apps by purpose.',
              { near: near.join(' or ') },
            )
          : t('app.unknown.hint.run-cli-apps-search-find', 'Run "{cli} search" to find apps by purpose.'),
      details: {
        nearest: near,
        ...(alias_of !== undefined && { alias_of }),
        ...(program_of !== undefined && { program_of }),
      },
    },
  )
}

interface NearApps {
  near: string[]
  /** The app of the first registry that has one with this alias. */
  alias_of: string | undefined
  /** Without such an alias: the one app with a program of this name. */
  program_of: string | undefined
}

async function nearestInIndexes(name: string, registries: readonly Registry[]): Promise<NearApps> {
  // Suggestions are optional, so a failed index is ignored.
  const answers = await Promise.allSettled(registries.map((registry) => registry.index()))
  const indexes = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  const apps = indexes.flat()
  const first = indexes.find((index) => isAlias(index, name)) ?? []
  const byAlias = apps.filter((app) => isAlias([app], name))
  const similar = nearestNames(name, new Set(apps.map((app) => app.name)))
  const owners = apps.filter(({ programs = [] }) => programs.includes(name))
  const found = [...[...byAlias, ...owners].map((app) => app.name), ...similar]
  const alias_of = appByAlias(first, name)?.name
  const program_of =
    byAlias.length === 0
      ? indexes.map((index) => appByProgram(index, name)?.name).find((found) => found !== undefined)
      : undefined
  return { near: [...new Set<string>(found)].slice(0, 3), alias_of, program_of }
}

const isAlias = (apps: readonly Pick<IndexEntry, 'aliases'>[], name: string): boolean =>
  apps.some(({ aliases }) => aliases.some((alias) => alias.toLowerCase() === name))
