import { type RunRecord, t } from '@cli-apps/core'
import {
  appRootFolder,
  declaredHosts,
  forwardedVariables,
  proxyNames,
  type Sandbox,
  type SandboxPolicy,
} from '@cli-apps/core/node'
import type { EgressLimit } from './confinement.ts'
import { limitNotEnforced } from './network-limit.ts'
import type { SandboxPlan } from './sandbox-setting.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface RunNetwork {
  network: SandboxPolicy['network']
  egress: EgressLimit | null
  environment: Record<string, string>
}

/** The stricter of what the setting allows and the app declares. Throws `limitNotEnforced`. */
export function runNetwork(
  record: RunRecord,
  {
    plan,
    sandbox,
    hosts,
    own,
  }: { plan: SandboxPlan; sandbox: Sandbox; hosts: readonly string[]; own: Environment },
): RunNetwork {
  const none = { network: 'none', egress: null, environment: {} } as const
  if (plan.network === 'none' || hosts.length === 0) return none
  const reason = whyNoProxy(record, sandbox)
  if (reason !== undefined) throw limitNotEnforced(record.name, reason)
  const proxies = Object.fromEntries(
    proxyNames.flatMap((one) => (own[one] === undefined ? [] : [[one, own[one]]])),
  )
  return {
    network: 'none',
    egress: { hosts: declaredHosts(hosts), proxies },
    // Node follows these variables only when it is told to.
    environment: { ...forwardedVariables(), NODE_USE_ENV_PROXY: '1' },
  }
}

function whyNoProxy(record: RunRecord, { kind }: Sandbox): string | undefined {
  if (kind !== 'bubblewrap') return t('network-limit.kind', '{kind} cannot limit hosts', { kind })
  // What leads to the hosts is a program of this machine, which another system cannot run.
  return appRootFolder(record) === undefined
    ? undefined
    : t('network-limit.root', 'a program that brings its own system cannot be limited to hosts yet')
}
