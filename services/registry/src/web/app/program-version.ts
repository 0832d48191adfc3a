import type { RecipeResults } from '@cli-apps/core'
import { type AppManifest, type InstallMethod, installedVersion, upstreamVersion } from '@cli-apps/core'

/** The version of the program that a method pins; `undefined` where a package manager or the visitor decides. */
export function pinnedVersion(method: InstallMethod, entry: string): string | undefined {
  if (method.method === 'debian') return upstreamVersion(method.version)
  if (method.method === 'binary') return entry
  return 'version' in method ? method.version : undefined
}

/** The version that was tested, where it is not the one that the entry describes. */
export function otherTestedVersion(manifest: AppManifest, results: RecipeResults): string | undefined {
  const debian = manifest.install.find(({ method }) => method === 'debian')
  const { version, isOfEntry } = installedVersion({
    version: manifest.version,
    method: results.method,
    program_version: results.program_version,
    package_version: results.method === 'debian' && debian && 'version' in debian ? debian.version : null,
  })
  const own = manifest.program_version
  return isOfEntry || version === null || version === own ? undefined : version
}
