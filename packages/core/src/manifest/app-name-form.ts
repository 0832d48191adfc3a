import type { AppName } from './app-name.ts'
import { appNamePattern, isKeyOfObjects, maxAppNameLength } from './app-name-pattern.ts'

/** Like the schema `AppName`, for a standalone name such as a file's or a typed word. Loads no schema. */
export const isAppName = (text: string): text is AppName =>
  text.length <= maxAppNameLength && appNamePattern.test(text) && !isKeyOfObjects(text)

/** Name of the skill, its folder and its front matter: `cli-app-<name>`. */
export const skillName = (name: AppName): string => `cli-app-${name}`

export const skillFile = 'SKILL.md'

/** Path of an app's skill document inside a workspace, with forward slashes on every system. */
export const skillPath = (name: AppName): string => `skills/${skillName(name)}/${skillFile}`
