import type { Digest } from '../../digest.ts'
import type { Issue } from '../../errors/errors.ts'
import { t } from '../../messages/t.ts'
import { manifestDigest } from '../digest.ts'

/** A document that a publication sends with its manifest, or that its manifest names. */
interface SentDocument {
  /** The digest in the manifest. */
  digest: Digest | undefined
  document: unknown
}

/** What a publisher does about a document that is not named, or not sent. */
interface DocumentHints {
  unnamed: string
  missing: string
}

export type DocumentFault = Required<Pick<Issue, 'message' | 'hint'>>

/** Returns why a document is not the one that the manifest names; `undefined` if it is. */
export function documentFault(
  { digest, document }: SentDocument,
  { unnamed, missing }: DocumentHints,
): DocumentFault | undefined {
  if (digest === undefined)
    return {
      message: t('document-fault.unnamed', 'is sent, and the manifest does not name it'),
      hint: unnamed,
    }
  if (document === undefined)
    return { message: t('document-fault.missing', 'is named by the manifest, and is missing'), hint: missing }
  const actual = manifestDigest(document)
  if (actual === digest) return undefined
  return {
    message: t('document-fault.digest', 'has the digest {actual}, and the manifest names {digest}', {
      actual,
      digest,
    }),
    hint: t('document-fault.hint.digest', 'Put this digest into the manifest.'),
  }
}
