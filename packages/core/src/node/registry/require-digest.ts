import type { Digest } from '../../digest.ts'
import { IntegrityError } from '../../errors/errors.ts'
import { t } from '../../messages/t.ts'
import { digestOf } from '../digest.ts'

/** Throws `IntegrityError` `integrity.document-digest` unless the document has the expected digest. */
export function requireDigest(text: string, expected: Digest | undefined, path: string): void {
  if (expected !== undefined) requireSameDigest(digestOf(text), expected, path)
}

/** Like `requireDigest`, for a known digest. */
export function requireSameDigest(
  actual: Digest | undefined,
  expected: Digest | undefined,
  path: string,
): void {
  if (expected === undefined || actual === expected) return
  throw new IntegrityError(
    'integrity.document-digest',
    t('integrity.document-digest', '{path} has another digest than its registry names.', { path }),
    {
      hint: t(
        'trust.unlisted-app.hint',
        'Try again in a minute, as a cache may be late; then tell the operator of the registry.',
      ),
      details: { expected, actual },
    },
  )
}
