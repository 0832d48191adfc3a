import { createRequire } from 'node:module'
import { UnavailableError, UnsupportedError } from '../../errors/errors.ts'
import { t } from '../../messages/t.ts'
import { toLine } from '../../to-line.ts'
import type { Keyring } from './keyring.ts'

/** What is used of `@napi-rs/keyring`. */
interface KeyringEntry {
  getPassword(): Promise<string | null>
  setPassword(value: string): Promise<void>
  deletePassword(): Promise<boolean>
}

interface KeyringLibrary {
  AsyncEntry: new (service: string, account: string, options: object) => KeyringEntry
}

/** A desktop may ask its user to unlock the keyring, and nobody may be there. */
const longestWait = 60_000

const service = 'cli-apps'

/** The library would use the memory of the kernel instead, which forgets everything at the next start. */
const options = { linux: { store: 'secret-service' } }

/**
 * The keyring of the operating system: Secret Service, macOS Keychain, or Windows Credential Manager. The library for it is
 * loaded on first use. Throws `UnsupportedError` `keyring.no-library`, and `UnavailableError` `keyring.unavailable`.
 */
export const systemKeyring: Keyring = {
  get: (account) => ask(account, async (entry) => (await entry.getPassword()) ?? undefined),
  set: (account, value) => ask(account, (entry) => entry.setPassword(value)),
  delete: (account) => ask(account, (entry) => entry.deletePassword()),
}

async function ask<Value>(account: string, call: (entry: KeyringEntry) => Promise<Value>): Promise<Value> {
  const { AsyncEntry } = loadLibrary()
  try {
    return await inTime(call(new AsyncEntry(service, account, options)))
  } catch (cause) {
    throw unavailable(cause instanceof Error ? toLine(cause.message, 300) : '', cause)
  }
}

function loadLibrary(): KeyringLibrary {
  try {
    return createRequire(import.meta.url)('@napi-rs/keyring') as KeyringLibrary
  } catch (cause) {
    throw new UnsupportedError(
      'keyring.no-library',
      t('keyring.no-library', 'The library @napi-rs/keyring, which reads keyrings, cannot be loaded here.'),
      {
        hint: t(
          'keyring.no-library.hint',
          'Install cli-apps with its optional dependencies, or store values in the file: env set without --keyring.',
        ),
        cause,
      },
    )
  }
}

async function inTime<Value>(answer: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new Error(
            t('system-keyring.no-answer', 'no answer in {seconds} seconds', { seconds: longestWait / 1000 }),
          ),
        ),
      longestWait,
    )
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

const unavailable = (reason: string, cause: unknown): UnavailableError =>
  new UnavailableError(
    'keyring.unavailable',
    t('keyring.unavailable', 'The keyring of the system cannot be used: {reason}', { reason }),
    {
      hint: t(
        'keyring.unavailable.hint',
        'Unlock it, or log in where it runs. Where there is none, store values in the file: env set without --keyring.',
      ),
      cause,
    },
  )
