import * as z from 'zod'
import { t } from '../messages/t.ts'

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, {
  error: () => t('install-method.lower-case-hexadecimal', 'must be 64 lower case hexadecimal digits'),
})
