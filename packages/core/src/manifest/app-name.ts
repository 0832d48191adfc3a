import * as z from 'zod'
import { t } from '../messages/t.ts'
import { appNamePattern, isKeyOfObjects, maxAppNameLength } from './app-name-pattern.ts'

/**
 * Name of an app in the catalog, such as `chrome-cli`: words of lowercase letters and digits joined by single hyphens.
 */
export const AppName = z
  .string()
  .max(maxAppNameLength, {
    error: () =>
      t(
        'app-name.have-most-characters',
        'must have at most {maxAppNameLength} characters, so that cli-app-<name> fits 64',
        { maxAppNameLength },
      ),
    abort: true,
  })
  .regex(appNamePattern, {
    error: () =>
      t(
        'app-name.lower-case-letters',
        'must be lower case letters and digits, in words joined by single hyphens',
      ),
  })
  .refine((text) => !isKeyOfObjects(text), {
    error: () => t('app-name.no-name-that', 'must be no name that every object has as a key'),
  })
  .brand('AppName')
export type AppName = z.infer<typeof AppName>
