import * as z from 'zod'
import { UsageError } from '../errors/errors.ts'
import { appNamePattern, isKeyOfObjects, maxAppNameLength } from './app-name-pattern.ts'

/** Name of an app in the catalog, such as `chrome-cli`: words of lower case letters and digits joined by single hyphens. */
export const AppName = z
  .string()
  .max(maxAppNameLength, {
    error: `must have at most ${maxAppNameLength} characters, so that cli-app-<name> fits 64`,
    abort: true,
  })
  .regex(appNamePattern, 'must be lower case letters and digits, in words joined by single hyphens')
  .refine((text) => !isKeyOfObjects(text), 'must be no name that every object has as a key')
  .brand('AppName')
export type AppName = z.infer<typeof AppName>

/** Parses a name a person typed; `name` or throws a `UsageError` that says what a name looks like. */
export function parseAppName(text: string): AppName {
  const parsed = AppName.safeParse(text)
  if (parsed.success) return parsed.data
  throw new UsageError('app.bad-name', `${JSON.stringify(text)} is not an app name.`, {
    hint: 'Names are lower case letters, digits and single hyphens, such as "prettier" or "chrome-cli".',
  })
}

/** Name of the skill, its folder and its front matter: `cli-app-<name>`. */
export const skillName = (name: AppName): string => `cli-app-${name}`

/** Path of an app's skill document inside a workspace, with forward slashes on every system. */
export const skillPath = (name: AppName): string => `skills/${skillName(name)}/SKILL.md`
