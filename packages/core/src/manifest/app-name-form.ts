import type { AppName } from './app-name.ts'
import { appNamePattern, isKeyOfObjects, maxAppNameLength } from './app-name-pattern.ts'

/** Like the schema `AppName`, for a standalone name such as a file's or a typed word. Loads no schema. */
export const isAppName = (text: string): text is AppName =>
  text.length <= maxAppNameLength && appNamePattern.test(text) && !isKeyOfObjects(text)
