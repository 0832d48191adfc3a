import {
  type AppManifest,
  debianArchitecture,
  type InstallMethod,
  type MethodKind,
  matchesPlatform,
  Platform,
  rootMethods,
} from '@cli-apps/core'
import { filterableEffects, filterFacets, rootlessFacet } from './filter-facets.ts'

/** Operating systems on which a package manager exists, for methods that name none. */
const systemsOf: Partial<Record<MethodKind, readonly string[]>> = {
  apt: ['linux-x64', 'linux-arm64'],
  brew: ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'],
  winget: ['windows-x64', 'windows-arm64'],
  scoop: ['windows-x64', 'windows-arm64'],
}

/** The methods that need root, or install nothing. */
const notRootless: ReadonlySet<MethodKind> = new Set([...rootMethods, 'bundled', 'adopted'])

/**
 * Returns the values of an app that filters can match, one word each, so that a single array index serves all
 * filters.
 */
export function facetsOf(manifest: AppManifest): string[] {
  const installs = manifest.install.flatMap((method) =>
    platformsOf(method).flatMap((platform) => [
      ...filterFacets({ platform }),
      ...filterFacets({ method: method.method, platform }),
    ]),
  )
  const rootless = manifest.install
    .filter(({ method }) => !notRootless.has(method))
    .flatMap((method) => [undefined, ...platformsOf(method)])
    .flatMap((platform) => rootlessFacet(platform))
  const methods = manifest.install.flatMap(({ method }) => filterFacets({ method }))
  const tags = (manifest.tags ?? []).flatMap((tag) => filterFacets({ tag }))
  return [
    ...new Set([
      ...filterFacets({ category: manifest.category }),
      ...tags,
      ...methods,
      ...installs,
      ...rootless,
      ...effectFacets(manifest),
    ]),
  ]
}

/** The strongest effect of any of its programs; none where the manifest declares none. */
function effectFacets({ run, programs = [] }: AppManifest): string[] {
  const declared = [run?.effects, ...programs.map(({ effects }) => effects)]
  const strongest = filterableEffects.find((effect) =>
    declared.some((effects) => (effects?.[effect] ?? []).length > 0),
  )
  return filterFacets({ effect: strongest })
}

function platformsOf(method: InstallMethod): Platform[] {
  if (method.method === 'binary')
    return Platform.options.filter((platform) => method.platforms[platform] !== undefined)
  if (method.method === 'debian')
    return Platform.options.filter((platform) => {
      const architecture = debianArchitecture(platform)
      return architecture !== undefined && method.architectures[architecture] !== undefined
    })
  const constraints = method.platforms
  if (constraints !== undefined)
    return Platform.options.filter((platform) => constraints.some((one) => matchesPlatform(one, platform)))
  const systems = systemsOf[method.method]
  return Platform.options.filter((platform) => systems === undefined || systems.includes(platform))
}
