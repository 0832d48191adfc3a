import { open } from 'node:fs/promises'
import path from 'node:path'
import { ConflictError, keyPayload, type PublicKey } from '@cli-apps/core'
import { generateSigningKey, hasCode, parseSigningKey } from '@cli-apps/core/node'
import * as z from 'zod'
import { type Command, dataHelp, dataOption, signingHelp, signingOption } from '../command.ts'
import { parseWith, readConfig } from '../config.ts'
import { withOperator } from '../operator/with-operator.ts'
import { readKeyFile } from '../signing/open-signer.ts'

export const keysGenerateCommand: Command = {
  usage: 'keys generate FILE',
  help: [
    'Makes a private Ed25519 key (PKCS#8 PEM) that only this user can read. A file that is there stays.',
  ],
  options: {},
  positionals: ['file'],
  run: async ({ values, print }) => {
    const file = path.resolve(parseWith(z.object({ file: z.string().min(1) }), values).file)
    const text = generateSigningKey()
    await writeNew(file, text)
    const { id, publicKey } = parseSigningKey(text, file)
    print({ file, id, public_key: publicKey }, `${id} in ${file}. Keep it secret, and a copy of it safe.`)
  },
}

async function writeNew(file: string, text: string): Promise<void> {
  try {
    await using handle = await open(file, 'wx', 0o600)
    await handle.writeFile(text)
    await handle.sync()
  } catch (cause) {
    if (!hasCode(cause, 'EEXIST')) throw cause
    throw new ConflictError('signing.file-exists', `${file} is there already.`, {
      hint: 'Name a new file.',
      cause,
    })
  }
}

export const keysListCommand: Command = {
  usage: 'keys list [--data DIR]',
  help: ['Lists the keys that the registry signs or signed with, oldest first.', '', dataHelp],
  options: dataOption,
  run: async ({ values, environment, print }) => {
    const { keys } = await withOperator(readConfig(values, environment), (operator) => operator.listKeys())
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

export const keysRotateCommand: Command = {
  usage: 'keys rotate --old FILE --new FILE [--overlap HOURS] [--data DIR]',
  help: [
    'Lets a new key take the place of the one in use, which vouches for it, so that readers follow. Then start the servers',
    'again with the new key: what the old one signs after its end is refused. Versions keep the signatures that they have.',
    '',
    '--old FILE        the private key in use',
    '--new FILE        the private key to use from now on; "keys generate" makes one',
    '--overlap HOURS   how long servers may go on with the old one; 24 when absent',
    dataHelp,
  ],
  options: {
    ...dataOption,
    old: { type: 'string' },
    new: { type: 'string' },
    overlap: { type: 'string' },
  },
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
    const result = await withOperator(readConfig(values, environment), (operator) =>
      operator.rotateKey(request),
    )
    print(
      { ...result },
      `${result.added} takes the place of ${result.ended}, which ends at ${result.ended_at}. Start the servers with the new key.`,
    )
  },
}

export const keysSignCommand: Command = {
  usage: 'keys sign [--data DIR] [--signing-key FILE]',
  help: [
    'Signs the versions that have no signature, such as those that a server without a key took. serve does so by itself.',
    '',
    dataHelp,
    signingHelp,
  ],
  options: { ...dataOption, ...signingOption },
  run: async ({ values, environment, print }) => {
    const result = await withOperator(readConfig(values, environment), (operator) => operator.signVersions())
    print({ ...result }, `${result.signed} versions signed with ${result.key}.`)
  },
}
