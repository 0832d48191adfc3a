import { IntegrityError, type LockedArtifact, t } from '@cli-apps/core'
import pMap from 'p-map'
import { registryName } from '../strategies/npm/npm-tree.ts'
import { checkSignatures, distOf, type TrustSource } from './check-signatures.ts'
import type { NpmDist } from './npm-release.ts'
import type { Packument, Packuments } from './packument.ts'

interface CheckTreeOptions extends TrustSource {
  registryOf: (name: string) => string
  packuments: Packuments
  /** Name of the package that was already checked. */
  root: string | undefined
}

const packumentsAtOnce = 8

/**
 * Verifies the registry signatures of all dependencies of an npm package. Returns what could not be checked, by reason.
 * Throws `IntegrityError` `npm.bad-signature`, and `npm.other-release` for an archive whose digest differs from the
 * signed one.
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
  const reasons = await pMap(
    dependencies,
    async (artifact) => ({ artifact, reason: await whyUnchecked(artifact, { ...options, refresh }) }),
    { concurrency: packumentsAtOnce },
  )
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
  const { version } = artifact
  const name = registryName(artifact)
  const registry = registryOf(name)
  const packument = await packuments(registry, name)
  if (typeof packument === 'string') return packument
  const dist = distOf(packument, version)
  requireListed(artifact, { name, registry, packument, dist })
  if (dist?.integrity === undefined || dist.signatures === undefined || dist.signatures.length === 0)
    return t('check-npm-tree.does-not-sign', '{origin} lists no signatures of them', {
      origin: new URL(registry).origin,
    })
  const release = { name, version, integrity: dist.integrity }
  const signed = await checkSignatures(release, dist, packument, source)
  return typeof signed === 'string' ? signed : undefined
}

/** A package's own `npm-shrinkwrap.json` can make npm fetch any archive under another package's name. */
function requireListed(
  { version, integrity }: LockedArtifact,
  listed: { name: string; registry: string; packument: Packument; dist: NpmDist | undefined },
): void {
  const { name, registry, packument, dist } = listed
  const isSame = dist?.integrity === undefined || integrity?.split(' ').includes(dist.integrity)
  if (Object.hasOwn(packument.versions, version) && isSame) return
  const { origin } = new URL(registry)
  throw new IntegrityError(
    'npm.other-release',
    dist === undefined
      ? t('npm.other-release.not-release-lists', '{name} {version} is not a release that {origin} lists.', {
          name,
          version,
          origin,
        })
      : t(
          'npm.other-release.came-another-digest-than',
          '{name} {version} came with another digest than the one that {origin} lists.',
          { name, version, origin },
        ),
    {
      hint: t(
        'npm.other-release.hint',
        'It was not installed. Run the command again; if this persists, report it to the registry.',
      ),
      details: { method: 'npm', listed: dist?.integrity ?? null, installed: integrity },
    },
  )
}
