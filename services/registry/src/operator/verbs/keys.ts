import { KeysDocument, PublicKey, Signature, UsageError } from '@cli-apps/core'
import * as z from 'zod'
import { keysDocument } from '../../documents/keys-document.ts'
import { rotateKey } from '../../signing/rotate-key.ts'
import { signVersions } from '../../signing/sign-versions.ts'
import { verb } from '../verb.ts'

export const keyVerbs = {
  listKeys: verb(z.strictObject({}), KeysDocument, ({ database }) => keysDocument(database.queries)),
  /** Private keys never leave the command: it sends only what the old key signed. */
  rotateKey: verb(
    z.strictObject({ key: PublicKey, signature: Signature, old_ends_at: z.iso.datetime() }),
    z.object({ added: z.string(), ended: z.string(), ended_at: z.string() }),
    async ({ database, now, changed }, { key, signature, old_ends_at }) => {
      const oldEndsAt = new Date(old_ends_at)
      const result = await rotateKey(database.queries, { key, signature, oldEndsAt, now: now() })
      changed()
      return result
    },
  ),
  signVersions: verb(
    z.strictObject({}),
    z.object({ key: z.string(), signed: z.int() }),
    async ({ database, now, changed, signer: find }) => {
      const signer = await find()
      if (signer === undefined)
        throw new UsageError('signing.no-key', 'This registry has no signing key.', {
          hint: 'Generate one with "keys generate FILE", and name it with --signing-key or CLI_APPS_SIGNING_KEY.',
        })
      const signed = await signVersions(database.queries, signer, now())
      changed()
      return { key: signer.id, signed }
    },
  ),
}
