import { open } from 'node:fs/promises'
import path from 'node:path'
import { ConflictError, keyPayload, type PublicKey } from '@cli-apps/core'
import { generateSigningKey, hasCode, parseSigningKey } from '@cli-apps/core/node'
import * as z from 'zod'
import { dataOption, type RegistryCommand, signingOption } from '../command.ts'
import { parseWith, readRegistryConfig } from '../config.ts'
import { withOperator } from '../operator/with-operator.ts'
import { readKeyFile } from '../signing/open-signer.ts'

export const keysGenerateCommand: RegistryCommand = {
  about: 'Generate a private Ed25519 key (PKCS#8 PEM) that only this user can read. Never replaces a file.',
  options: {},
  positionals: { file: 'A new file' },
  run: async ({ values, print }) => {
    const file = path.resolve(parseWith(z.object({ file: z.string().min(1) }), values).file)
    const text = generateSigningKey()
    await writeNew(file, text)
    const { id, publicKey } = parseSigningKey(text, file)
    print({ file, id, public_key: publicKey }, `${id} in ${file}. Keep it secret, and keep a copy.`)
  },
}

async function writeNew(file: string, text: string): Promise<void> {
  try {
    await using handle = await open(file, 'wx', 0o600)
    await handle.writeFile(text)
    await handle.sync()
  } catch (cause) {
    if (!hasCode(cause, 'EEXIST')) throw cause
    throw new ConflictError('signing.file-exists', `${file} already exists.`, {
      hint: 'Name a new file.',
      cause,
    })
  }
}

export const keysListCommand: RegistryCommand = {
  about: 'List the current and former signing keys of the registry, oldest first.',
  options: dataOption,
  positionals: {},
  run: async ({ values, environment, print }) => {
    const { keys } = await withOperator(readRegistryConfig(values, environment), (operator) =>
      operator.listKeys(),
    )
    const rows = keys.map(({ id, valid_from, valid_until }) =>
      [id, 'from', valid_from, valid_until === null ? 'in use' : `until ${valid_until}`].join('  '),
    )
    print({ keys }, rows.length === 0 ? 'The registry has no keys.' : rows.join('\n'))
  },
}

const RotateFlags = z.object({
  old: z.string().min(1),
  new: z.string().min(1),
  overlap: z
    .string()
    .regex(/^\d{1,4}$/, 'must be a number of hours')
    .transform(Number)
    .default(24),
})

export const keysRotateCommand: RegistryCommand = {
  about:
    'Replace the key in use with a new one. The old key signs the new one, so that readers accept it. Restart the servers with the new key afterwards: readers refuse what the old key signs after its end. Versions keep their signatures.',
  options: {
    old: { type: 'string', required: true, value: 'FILE', description: 'The private key in use' },
    new: {
      type: 'string',
      required: true,
      value: 'FILE',
      description: 'The private key to use from now on; "keys generate" makes one',
    },
    overlap: {
      type: 'string',
      value: 'HOURS',
      description: 'How long servers may still use the old key; default: 24',
    },
    ...dataOption,
  },
  positionals: {},
  run: async ({ values, environment, print }) => {
    const flags = parseWith(RotateFlags, values)
    const [old, next] = [
      await readKeyFile(path.resolve(flags.old)),
      await readKeyFile(path.resolve(flags.new)),
    ]
    const now = new Date()
    const key: PublicKey = {
      key: 1,
      id: next.id,
      algorithm: 'ed25519',
      public_key: next.publicKey,
      valid_from: now.toISOString(),
      valid_until: null,
    }
    const request = {
      key,
      signature: old.sign(keyPayload({ ...key })),
      old_ends_at: new Date(now.getTime() + flags.overlap * 3_600_000).toISOString(),
    }
    const result = await withOperator(readRegistryConfig(values, environment), (operator) =>
      operator.rotateKey(request),
    )
    print(
      { ...result },
      `${result.added} replaces ${result.ended}, which ends at ${result.ended_at}. Restart the servers with the new key.`,
    )
  },
}

export const keysSignCommand: RegistryCommand = {
  about:
    'Sign the versions without a signature, such as those from before there was a key. serve does this at start.',
  options: { ...dataOption, ...signingOption },
  positionals: {},
  run: async ({ values, environment, print }) => {
    const result = await withOperator(readRegistryConfig(values, environment), (operator) =>
      operator.signVersions(),
    )
    print({ ...result }, `${result.signed} versions signed with ${result.key}.`)
  },
}
