import { type InstallRecord, t, UnsupportedError } from '@cli-apps/core'
import {
  appRootFolder,
  declaredHosts,
  forwardedVariables,
  proxyNames,
  type Sandbox,
  type SandboxPolicy,
} from '@cli-apps/core/node'
import type { EgressLimit } from './confinement.ts'
import type { SandboxPlan } from './sandbox-setting.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The hosts that an app may reach, none where the list is empty; `undefined` where it declares no limit. */
export function networkLimit({ manifest }: Pick<InstallRecord, 'manifest'>): readonly string[] | undefined {
  const network = manifest.requires?.access?.network
  if (network === 'none') return []
  return typeof network === 'object' ? network.hosts : undefined
}

/** An app must not reach more than it declares because nothing here can hold it to that. */
export const limitNotEnforced = (name: string, reason: string): UnsupportedError =>
  new UnsupportedError(
    'sandbox.network-not-limited',
    t(
      'sandbox.network-not-limited',
      '{name} declares which network it needs, and nothing here can hold it to that: {reason}.',
      { name, reason: reason.replace(/\.$/, '') },
    ),
    {
      hint: t(
        'sandbox.network-not-limited.hint',
        'Install bubblewrap (Linux), or choose the policy "off" (--sandbox off), with which apps run as you.',
      ),
    },
  )

interface RunNetwork {
  network: SandboxPolicy['network']
  egress: EgressLimit | null
  environment: Record<string, string>
}

/** The stricter of what the setting allows and the app declares. Throws `limitNotEnforced`. */
export function runNetwork(
  record: InstallRecord,
  {
    plan,
    sandbox,
    hosts,
    own,
  }: { plan: SandboxPlan; sandbox: Sandbox; hosts: readonly string[] | undefined; own: Environment },
): RunNetwork {
  if (hosts === undefined) return { network: plan.network, egress: null, environment: {} }
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

function whyNoProxy(record: InstallRecord, { kind }: Sandbox): string | undefined {
  if (kind !== 'bubblewrap') return t('network-limit.kind', '{kind} cannot limit hosts', { kind })
  // What leads to the hosts is a program of this machine, which another system cannot run.
  return appRootFolder(record) === undefined
    ? undefined
    : t('network-limit.root', 'a program that brings its own system cannot be limited to hosts yet')
}
