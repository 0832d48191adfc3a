import { UnavailableError } from '@cli-apps/core'
import type { Keyring } from '@cli-apps/core/node'

interface MemoryKeyring extends Keyring {
  values: Map<string, string>
  /** Names that were asked for, in order. */
  asked: string[]
  /** While true nobody can use it. */
  isLocked: boolean
}

/** A keyring of a test. */
export function memoryKeyring(values: Readonly<Record<string, string>> = {}): MemoryKeyring {
  const keyring: MemoryKeyring = {
    values: new Map(Object.entries(values)),
    asked: [],
    isLocked: false,
    get: async (account) => {
      keyring.asked.push(account)
      return opened().get(account)
    },
    set: async (account, value) => void opened().set(account, value),
    delete: async (account) => opened().delete(account),
  }
  const opened = (): Map<string, string> => {
    if (keyring.isLocked)
      throw new UnavailableError('keyring.unavailable', 'The keyring is locked.', { hint: 'Unlock it.' })
    return keyring.values
  }
  return keyring
}
