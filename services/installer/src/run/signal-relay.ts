import type { SignalSource } from '@cli-apps/core/node'

/** Passes signals on to programs while they run. */
interface SignalRelay extends SignalSource {
  /** False if no program runs. */
  pass(name: NodeJS.Signals): boolean
}

export function createSignalRelay(): SignalRelay {
  const attached = new Set<(name: NodeJS.Signals) => void>()
  return {
    attach(deliver) {
      attached.add(deliver)
      return () => attached.delete(deliver)
    },
    pass(name) {
      for (const deliver of attached) deliver(name)
      return attached.size > 0
    },
  }
}
