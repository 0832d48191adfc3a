import {
  type AppDocument,
  type AppName,
  ConflictError,
  IntegrityError,
  isAppError,
  type KeyId,
  type LockedApp,
  NotFoundError,
  t,
} from '@cli-apps/core'
import type { ProvenManifest, Registry } from '@cli-apps/core/node'

interface Registries {
  /** In lookup order. */
  locations: readonly string[]
  open(location: string): Promise<Registry>
}

/**
 * Finds an app only in the registry that it was first resolved from: at the location in the lockfile, or wherever that
 * registry's key is served now. Throws `NotFoundError` `app.unknown`, or `ConflictError` `app.other-registry` if only
 * another registry has an app of that name.
 */
export async function findPinnedApp(
  name: AppName,
  locked: LockedApp,
  registries: Registries,
): Promise<{ registry: Registry; app: AppDocument }> {
  let failure: unknown
  for await (const open of homesOf(locked, registries)) {
    try {
      const registry = await open()
      const app = await registry.app(name)
      if (app !== undefined) return { registry, app }
    } catch (error) {
      // The same registry may be served elsewhere too; the first error is thrown only if no location responds.
      if (!isGone(error)) throw error
      failure ??= error
    }
  }
  if (failure !== undefined) throw failure
  const other = await anotherWith(name, registries)
  if (other === undefined) {
    throw new NotFoundError(
      'app.unknown',
      t('app.unknown', '{registry} no longer has the app {name}.', { registry: locked.registry, name }),
      {
        hint: t(
          'app.unknown.hint',
          'Run "{cli} ci" to restore the locked version, if the store of this machine has it.',
        ),
      },
    )
  }
  throw new ConflictError(
    'app.other-registry',
    t(
      'app.other-registry',
      '{name} came from {registry}, which no longer has it. {other} has an app of that name, which may be another program.',
      { name, registry: locked.registry, other },
    ),
    {
      hint: t(
        'app.other-registry.hint',
        'To install it from there, run: {cli} install {name}@latest --registry {other}',
        { name, other },
      ),
      details: { locked: locked.registry, other },
    },
  )
}

/**
 * Yields the locations of the registry that a name is pinned to: the locked one, and those that serve its key.
 * Configured locations come first.
 */
async function* homesOf(
  locked: LockedApp,
  { locations, open }: Registries,
): AsyncGenerator<() => Promise<Registry>> {
  const { registry: home, key } = locked
  const places = await Promise.all(locations.map((location) => placeOf(location, open)))
  const openHome = (): Promise<Registry> => open(home)
  if (places.includes(trimmed(home))) yield openHome
  for (const [index, location] of locations.entries()) {
    if (key === undefined || places[index] === trimmed(home)) continue
    if (await speaksFor(key, home, () => open(location))) yield () => open(location)
  }
  if (!places.includes(trimmed(home))) yield openHome
}

/** Returns the form in which the lockfile stores a location; a folder has many spellings. */
const placeOf = (location: string, open: Registries['open']): Promise<string> =>
  open(location).then(
    (registry) => trimmed(registry.location),
    () => trimmed(location),
  )

const trimmed = (location: string): string => location.replace(/\/+$/, '')

async function speaksFor(key: KeyId, home: string, open: () => Promise<Registry>): Promise<boolean> {
  try {
    return (await (await open()).successorKeys(key, home)).length > 0
  } catch (error) {
    if (isAppError(error)) return false
    throw error
  }
}

/** Whether a registry does not respond or its folder is gone. Any other error must be reported. */
const isGone = (error: unknown): boolean =>
  isAppError(error) && (error.exitStatus === 9 || error.code === 'registry.bad-location')

async function anotherWith(name: AppName, { locations, open }: Registries): Promise<string | undefined> {
  for (const location of locations) {
    const app = await open(location)
      .then((registry) => registry.app(name))
      .catch(() => undefined)
    if (app !== undefined) return location
  }
  return undefined
}

/**
 * If a registry signed a name when it was first resolved, the same key or a successor must sign it now. Content with
 * the locked digest needs no signature.
 */
export async function requirePinnedKey(
  { digest, signature, manifest }: ProvenManifest,
  locked: LockedApp | undefined,
  registry: Registry,
): Promise<void> {
  if (locked?.key === undefined || locked.digest === digest) return
  const keys = await registry.successorKeys(locked.key, locked.registry)
  if (signature !== null && keys.includes(signature.key)) return
  throw new IntegrityError(
    'registry.other-key',
    t(
      'registry.other-key',
      '{name} was first signed by {key}, but {location} signs it with {otherKey}, which that key does not vouch for.',
      {
        name: manifest.name,
        key: locked.key,
        location: registry.location,
        otherKey: signature?.key ?? t('pinned-registry.no-key', 'no key'),
      },
    ),
    {
      hint: t(
        'registry.other-key.hint',
        'Ask its operator. To install it from there, run: {cli} install {name} --registry {location}',
        { name: manifest.name, location: registry.location },
      ),
      details: { locked: locked.key, served: signature?.key ?? null },
    },
  )
}
