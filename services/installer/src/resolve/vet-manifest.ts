import {
  type AppManifest,
  type Digest,
  ForbiddenError,
  generalProgramsOf,
  IntegrityError,
  InvalidError,
  type LockedApp,
  t,
} from '@cli-apps/core'
import { builtInCatalog, isManifestFile } from '@cli-apps/core/node'
import { complaintsOf } from '@cli-apps/core/publish-rules'

/** Checks that the list of versions and the version itself have the same digest. */
export function requireListedContent(
  { manifest, digest }: { manifest: AppManifest; digest: Digest },
  listed: Digest,
): void {
  if (digest === listed) return
  throw new IntegrityError(
    'integrity.listed-digest',
    t('integrity.listed-digest', '{name} {version} differs from the index of its registry.', {
      name: manifest.name,
      version: manifest.version,
    }),
    {
      hint: t('integrity.other-manifest.hint', 'Do not install it; tell the operator of the registry.'),
      details: { listed, served: digest },
    },
  )
}

/** Whether an entry may change under its version: one in a file, or of the catalog that ships with the program. */
export const mayChange = (registry: string): boolean =>
  registry === builtInCatalog || isManifestFile(registry)

/** Checks that the registry serves the locked content: what is published never changes. */
export function requireLockedContent(
  { manifest, digest }: { manifest: AppManifest; digest: Digest },
  locked: LockedApp | undefined,
): void {
  if (locked === undefined || locked.version !== manifest.version || locked.digest === digest) return
  const { message, hint } = otherContent(manifest, locked.registry)
  throw new IntegrityError('lockfile.digest-mismatch', message, {
    hint,
    details: { locked: locked.digest, served: digest },
  })
}

/** What differs from the lockfile, and what to do, by where the entry comes from. */
function otherContent({ name, version }: AppManifest, registry: string): { message: string; hint: string } {
  if (registry === builtInCatalog)
    return {
      message: t(
        'lockfile.digest-mismatch.catalog',
        'The catalog of this cli-apps has another entry for {name} {version} than cli-apps.lock.',
        { name, version },
      ),
      hint: t(
        'lockfile.digest-mismatch.catalog.hint',
        'Use the cli-apps that wrote the lockfile, or accept the entry of this one: {cli} update {name}',
        { name },
      ),
    }
  if (isManifestFile(registry))
    return {
      message: t('lockfile.digest-mismatch.file', '{registry} was changed after {name} was locked.', {
        name,
        registry,
      }),
      hint: t(
        'lockfile.digest-mismatch.file.hint',
        'Restore the file, or accept the change: {cli} update {name}',
        { name },
      ),
    }
  return {
    message: t('lockfile.digest-mismatch', '{name} {version} differs from cli-apps.lock.', { name, version }),
    hint: t(
      'lockfile.digest-mismatch.hint',
      'Its registry serves other content under the same version. Find out why before you install it. Uninstalling the app removes the lock.',
    ),
  }
}

/** A registry may have approved a general-purpose program, but on this machine the user decides. */
export function refuseGeneralPrograms(manifest: AppManifest, location: string): void {
  const [found] = generalProgramsOf(manifest)
  if (found === undefined) return
  throw new ForbiddenError(
    'app.general-program',
    t(
      'app.general-program.shell-interpreter-tool-runs',
      '{name} is {program}, a shell, an interpreter or a tool that runs other programs.',
      { name: manifest.name, program: found.name },
    ),
    {
      hint: t(
        'app.general-program.hint.agent-may-run-may',
        'An agent that may run it may run anything. To allow {location}, pass --allow-general.',
        { location },
      ),
    },
  )
}

/** The registry may not have checked names, and no manager may read one as an option, a path or a URL. */
export function refuseMisreadIdentifiers({ name, install }: AppManifest, location: string): void {
  for (const method of install) {
    const [complaint] = complaintsOf(method)
    if (complaint === undefined) continue
    const [key, must] = complaint
    throw new InvalidError(
      'manifest.bad-identifier',
      t(
        'manifest.bad-identifier',
        '{name} of {location} cannot be installed with {method}: {key} must be {must}.',
        { name, location, method: method.method, key, must },
      ),
      { hint: t('manifest.bad-identifier.hint', 'Report it to the operator of the registry.') },
    )
  }
}
