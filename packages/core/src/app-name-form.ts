import type { AppName } from './app-name.ts'

/** Longest app name: `cli-app-<name>` must fit the 64 characters of a skill's name. */
export const maxAppNameLength = 55

export const appNamePattern = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** Every object has a key `constructor` already: an app of that name would be found where there is none. */
export const isKeyOfObjects = (text: string): boolean => text in Object.prototype

/** As the schema `AppName`, for a name that stands alone: a file's, a typed word. Loads no schema. */
export const isAppName = (text: string): text is AppName =>
  text.length <= maxAppNameLength && appNamePattern.test(text) && !isKeyOfObjects(text)
