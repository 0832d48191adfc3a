import { type RunRecord, t, UnsupportedError } from '@cli-apps/core'

/** The hosts that an app may reach, none where the list is empty; `undefined` where it declares no limit. */
export function networkLimit({ manifest }: Pick<RunRecord, 'manifest'>): readonly string[] | undefined {
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
