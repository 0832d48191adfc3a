import {
  type AppManifest,
  type InstallMethod,
  type Platform,
  type Refusal,
  selectMethod,
  t,
} from '@cli-apps/core'
import { isManifestFile } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import type { ResolvedApp } from '../resolve/resolve-app.ts'
import { installableKinds, strategyFor } from '../strategies/index.ts'
import { readStrategyHost } from '../strategies/read-strategy-host.ts'
import type { StrategyHost } from '../strategies/strategy.ts'
import { noMethodWorks } from './fallback/no-method-works.ts'
import type { PlanMethodOptions } from './plan-method-options.ts'

/** The methods of an app that fit this host. */
export interface FittingMethods {
  /** In the order in which they are tried. */
  methods: readonly [InstallMethod, ...InstallMethod[]]
  /** Why the methods before the first one do not fit. */
  refusals: Refusal[]
  /** Why those after it do not fit. */
  laterRefusals: Refusal[]
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
 * Returns the methods of an app that fit this host, or only the requested one. The method that the lockfile holds for
 * this version comes first. Throws `UnsupportedError` `host.no-method`.
 */
export async function chooseMethods(
  resolved: ResolvedApp,
  context: CommandContext,
  { adopt, only, prefer }: Pick<PlanMethodOptions, 'adopt' | 'only' | 'prefer'>,
): Promise<FittingMethods> {
  const { manifest } = resolved
  const listed = adopt ? adoptable(manifest) : manifest.install
  const host = await readStrategyHost(listed, context)
  const refuse = (method: InstallMethod): string | undefined => {
    if (method.method === 'bundled' && manifest.run?.version?.expect === undefined) {
      return t(
        'choose-method.path-but-manifest-does',
        '{detect} is on PATH, but the manifest does not say how to distinguish it from another program of that name',
        { detect: method.detect },
      )
    }
    if (method.method === 'adopted' && !isManifestFile(resolved.registry))
      return t('choose-method.adopted-elsewhere', 'only a manifest file may name a program of the workspace')
    return strategyFor(method.method).refuse?.(method, host)
  }
  const ordered = preferred(listed, prefer ?? lockedKind(resolved, host.platform))
  const options = { kinds: installableKinds, only, refuse }
  const { method, others, refusals, laterRefusals } = selectMethod(ordered, host, options)
  if (method === undefined)
    throw noMethodWorks({ manifest, platform: host.platform, refusals, isRoot: host.isRoot }, [])
  return { methods: [method, ...others], refusals, laterRefusals, host, platform: host.platform }
}

const preferred = (methods: readonly InstallMethod[], kind: string | undefined): InstallMethod[] => [
  ...methods.filter(({ method }) => method === kind),
  ...methods.filter(({ method }) => method !== kind),
]

const lockedKind = ({ digest, facts: { locked } }: ResolvedApp, platform: Platform): string | undefined =>
  locked?.digest === digest ? locked.platforms[platform]?.method : undefined
