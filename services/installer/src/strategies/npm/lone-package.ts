import type { LockedArtifact, MethodOf } from '@cli-apps/core'
import * as z from 'zod'
import { npmRegistryOf, npmSettingsOf } from '../../managers/npm-settings.ts'
import { packumentsOf } from '../../provenance/packument.ts'
import type { DetectRequest, StrategyHost } from '../strategy.ts'
import { PackageBin, packageBins } from './package-bins.ts'

const none = z
  .union([z.record(z.string(), z.unknown()), z.array(z.unknown())])
  .refine((named) => Object.keys(named).length === 0)

/** A version that npm installs alone, whatever the machine (npm documentation, "package.json"). */
const LonePackage = z.object({
  dependencies: none.optional(),
  optionalDependencies: none.optional(),
  bundleDependencies: z.union([none, z.literal(false)]).optional(),
  peerDependencies: z.record(z.string(), z.string()).optional(),
  peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().optional() })).optional(),
  os: z.never().optional(),
  cpu: z.never().optional(),
  libc: z.never().optional(),
  _hasShrinkwrap: z.literal(false).optional(),
  bin: PackageBin,
  dist: z.object({ integrity: z.string().regex(/^sha512-\S+$/) }),
})

/**
 * Returns the tree of a package that requires no other, as its registry describes it: npm has nothing to resolve. `undefined`
 * for any other, and where the registry cannot be asked.
 */
export async function lonePackage(
  { package: name, version }: MethodOf<'npm'>,
  host: StrategyHost,
  { isOffline, signal }: DetectRequest,
): Promise<LockedArtifact[] | undefined> {
  if (isOffline) return undefined
  const packument = await packumentsOf(host, signal)(npmRegistryOf(name, await npmSettingsOf(host)), name)
  if (typeof packument === 'string' || !Object.hasOwn(packument.versions, version)) return undefined
  const { data } = LonePackage.safeParse(packument.versions[version])
  if (data === undefined || requiresPeers(data)) return undefined
  const bin = packageBins(name, data.bin)
  return [{ name, version, integrity: data.dist.integrity, ...(Object.keys(bin).length > 0 && { bin }) }]
}

/** npm installs peers too, unless they are optional. */
const requiresPeers = ({
  peerDependencies = {},
  peerDependenciesMeta = {},
}: z.infer<typeof LonePackage>): boolean =>
  Object.keys(peerDependencies).some((peer) => peerDependenciesMeta[peer]?.optional !== true)
