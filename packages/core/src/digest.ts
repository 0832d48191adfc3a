import * as z from 'zod'

/** A content digest in documents and on disk: `sha256:` and 64 lower case hexadecimal digits. */
export const Digest = z.string().regex(/^sha256:[0-9a-f]{64}$/, 'must be sha256: and 64 hexadecimal digits')
export type Digest = z.infer<typeof Digest>
