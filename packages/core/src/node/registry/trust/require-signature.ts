import type { PublicKey, Signature } from '../../../documents/keys.ts'
import { IntegrityError } from '../../../errors/errors.ts'
import { t } from '../../../messages/t.ts'
import { isSignedBy } from '../../signing/verify-signature.ts'

interface SignedThing {
  payload: string
  signatures: readonly Signature[]
  /** What is signed, for errors: "jq 1.7.1". */
  what: string
  /** Location of the registry. */
  location: string
}

/**
 * Returns the signature of a payload by one of these keys. A wrong signature by any of them is refused even if another
 * one is valid. Throws `IntegrityError` `trust.unsigned`, `trust.bad-signature` or `trust.unknown-key`.
 */
export function requireSignature(
  { payload, signatures, what, location }: SignedThing,
  keys: readonly PublicKey[],
): Signature {
  const hint = t('integrity.manifest-digest.hint', 'Do not install it; tell the operator of {location}.', {
    location,
  })
  if (signatures.length === 0)
    throw new IntegrityError(
      'trust.unsigned',
      t('trust.unsigned.signs-but-has-no', '{location} signs, but {what} has no signature.', {
        location,
        what,
      }),
      { hint },
    )
  let proven: Signature | undefined
  for (const signature of signatures) {
    const key = keys.find(({ id }) => id === signature.key)
    if (key === undefined) continue
    if (!isSignedBy(payload, signature, key)) {
      throw new IntegrityError(
        'trust.bad-signature',
        t('trust.bad-signature', 'The signature of {what} does not match what {location} serves.', {
          what,
          location,
        }),
        { hint, details: { key: key.id } },
      )
    }
    proven ??= signature
  }
  if (proven !== undefined) return proven
  const ids = signatures.map(({ key }) => key).join(', ')
  throw new IntegrityError(
    'trust.unknown-key',
    t('trust.unknown-key.not-signed-valid-key', '{what} is not signed by a valid key of {location}: {ids}.', {
      what,
      location,
      ids,
    }),
    {
      hint,
      details: { keys: signatures.map(({ key }) => key) },
    },
  )
}
