import { IntegrityError, type LockedArtifact } from '@cli-apps/core'
import { runPool } from '@cli-apps/core/node'
import { registryName } from '../strategies/npm-tree.ts'
import { checkSignatures, distOf, type TrustSource } from './check-signatures.ts'
import type { Packuments } from './packument.ts'

export interface CheckTreeOptions extends TrustSource {
  registryOf: (name: string) => string
  packuments: Packuments
  /** Package that was checked before, by its name. */
  root: string
}

const packumentsAtOnce = 8

/**
 * Verifies the registry signatures of everything that a package of npm brought along. Returns what could not be checked, by
 * the reason. Throws `IntegrityError` `npm.bad-signature`, and `npm.other-release` for an archive with another digest than
 * the signed one.
 */
export async function checkNpmTree(
  tree: readonly LockedArtifact[],
  options: CheckTreeOptions,
): Promise<Map<string, string[]>> {
  let refreshed: ReturnType<TrustSource['refresh']> | undefined
  const refresh: TrustSource['refresh'] = () => {
    refreshed ??= options.refresh()
    return refreshed
  }
  const dependencies = tree.filter(({ name, url }) => name !== options.root && url === undefined)
  const reasons = await runPool(dependencies, packumentsAtOnce, async (artifact) => ({
    artifact,
    reason: await whyUnchecked(artifact, { ...options, refresh }),
  }))
  const unchecked = new Map<string, string[]>()
  for (const { artifact, reason } of reasons) {
    if (reason === undefined) continue
    const release = `${registryName(artifact)} ${artifact.version}`
    unchecked.set(reason, [...new Set([...(unchecked.get(reason) ?? []), release])])
  }
  return unchecked
}

async function whyUnchecked(
  artifact: LockedArtifact,
  { registryOf, packuments, ...source }: CheckTreeOptions,
): Promise<string | undefined> {
  const { version, integrity } = artifact
  const name = registryName(artifact)
  const registry = registryOf(name)
  const packument = await packuments(registry, name)
  if (typeof packument === 'string') return packument
  const dist = distOf(packument, version)
  if (dist?.integrity === undefined || dist.signatures === undefined || dist.signatures.length === 0)
    return `${new URL(registry).origin} does not sign it`
  const release = { name, version, integrity: dist.integrity }
  const signed = await checkSignatures(release, dist, packument, source)
  if (typeof signed === 'string') return signed
  if (integrity?.split(' ').includes(dist.integrity)) return undefined
  throw new IntegrityError(
    'npm.other-release',
    `${name} ${version} came with another digest than the one that its registry signed.`,
    {
      hint: 'Nothing of it was kept. Run the command again; if it persists, report it to the registry.',
      details: { method: 'npm', signed: dist.integrity, installed: integrity },
    },
  )
}
