import path from 'node:path'
import type { InstallMethod, LockedInstall } from '@cli-apps/core'
import type { CommandContext } from '../context.ts'
import { npmRegistryOf, npmSettingsOf } from '../managers/npm-settings.ts'
import type { StrategyHost } from '../strategies/strategy.ts'
import type { CheckedRelease } from './check-npm-release.ts'
import { sigstoreRepository } from './npm-release.ts'
import { packumentsOf } from './packument.ts'
import { requireNoLoss } from './require-no-loss.ts'

/**
 * Returns who vouches for a method's package according to its registry. `undefined` for methods without such proofs.
 * `locked` is the locked proof: a release without what that one had is refused. Throws `IntegrityError`
 * `npm.bad-signature`, `npm.bad-attestation` or `npm.proof-lost`.
 */
export async function checkMethod(
  method: InstallMethod,
  locked: LockedInstall | undefined,
  host: StrategyHost,
  { config, signal }: Pick<CommandContext, 'config' | 'signal'>,
): Promise<CheckedRelease | undefined> {
  if (method.method !== 'npm') return undefined
  // Sigstore's library is large, and most plans do not need it.
  const [{ checkNpmRelease }, { fetchTrust, shippedTrust }] = await Promise.all([
    import('./check-npm-release.ts'),
    import('./sigstore-trust.ts'),
  ])
  const release = { name: method.package, version: method.version }
  const checked = await checkNpmRelease(release, {
    registry: npmRegistryOf(method.package, await npmSettingsOf(host)),
    packuments: packumentsOf(host, signal),
    trust: shippedTrust(),
    refresh: () =>
      fetchTrust({
        mirror: host.mirror(sigstoreRepository),
        folder: path.join(config.cache, 'sigstore'),
      }),
    signal,
  })
  requireNoLoss(release, checked, locked?.method === 'npm' ? locked.proof : undefined)
  return checked
}
