import * as z from 'zod'
import { t } from '../messages/t.ts'

/** Name of an environment variable. */
export const EnvironmentName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, {
  error: () => t('manifest.name-environment-variable', 'must be the name of an environment variable'),
})
