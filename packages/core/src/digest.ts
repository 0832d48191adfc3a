import * as z from 'zod'
import { t } from './messages/t.ts'

/** A content digest in documents and on disk: `sha256:` and 64 lowercase hex digits. */
export const Digest = z.string().regex(/^sha256:[0-9a-f]{64}$/, {
  error: () => t('digest.sha-hexadecimal-digits', 'must be sha256: and 64 hexadecimal digits'),
})
export type Digest = z.infer<typeof Digest>
