import type { AppName } from './app-name.ts'
import { appNamePattern, isKeyOfObjects, maxAppNameLength } from './app-name-pattern.ts'

/** As the schema `AppName`, for a name that stands alone: a file's, a typed word. Loads no schema. */
export const isAppName = (text: string): text is AppName =>
  text.length <= maxAppNameLength && appNamePattern.test(text) && !isKeyOfObjects(text)
