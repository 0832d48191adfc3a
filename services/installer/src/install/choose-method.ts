import {
  type AppManifest,
  type InstallMethod,
  type Platform,
  type Refusal,
  selectMethod,
  t,
  UnsupportedError,
} from '@cli-apps/core'
import type { CommandContext } from '../context.ts'
import { installableKinds, strategyFor } from '../strategies/index.ts'
import { readStrategyHost } from '../strategies/read-strategy-host.ts'
import type { StrategyHost } from '../strategies/strategy.ts'
import type { PlanMethodOptions } from './plan-method-options.ts'

/** A method that fits this host. */
export interface ChosenMethod {
  method: InstallMethod
  refusals: Refusal[]
  host: StrategyHost
  platform: Platform
}

const adoptable = (manifest: AppManifest): InstallMethod[] => [
  {
    method: 'bundled',
    detect: manifest.entry_point,
    instructions: t('choose-method.install-first-omit-adopt', 'install it first, or omit --adopt'),
  },
]

/**
 * Returns the first method of an app that fits this host, or the requested method. Throws `UnsupportedError`
 * `host.no-method`.
 */
export async function chooseMethod(
  manifest: AppManifest,
  context: CommandContext,
  { adopt, only }: Pick<PlanMethodOptions, 'adopt' | 'only'>,
): Promise<ChosenMethod> {
  const methods = adopt ? adoptable(manifest) : manifest.install
  const host = await readStrategyHost(methods, context)
  const refuse = (method: InstallMethod): string | undefined => {
    if (method.method === 'bundled' && manifest.run?.version?.expect === undefined) {
      return t(
        'choose-method.path-but-manifest-does',
        '{detect} is on PATH, but the manifest does not say how to distinguish it from another program of that name',
        { detect: method.detect },
      )
    }
    return strategyFor(method.method).refuse?.(method, host)
  }
  const { method, refusals } = selectMethod(methods, host, { kinds: installableKinds, only, refuse })
  if (method !== undefined) return { method, refusals, host, platform: host.platform }
  const reasons = refusals.map(({ method, reason }) =>
    t('host.no-method.refusal', '{method}: {reason}', { method, reason }),
  )
  throw new UnsupportedError(
    'host.no-method',
    t('host.no-method', 'No install method of {name} {version} works on this host ({platform}).', {
      name: manifest.name,
      version: manifest.version,
      platform: host.platform,
    }),
    {
      hint: t('host.no-method.hint', 'Refused: {reasons}.', {
        reasons: reasons.join(t('host.no-method.separator', '; ')),
      }),
      details: { refusals },
    },
  )
}
