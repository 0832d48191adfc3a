import * as z from 'zod'

/** Name of a person or bot that owns apps. */
export const UserName = z
  .string()
  .max(64, 'must have at most 64 characters')
  .regex(/^[a-z0-9]+([._-][a-z0-9]+)*$/, 'must be lowercase letters and digits, joined by single . _ or -')

/** Name of an organization, without the leading `@`. */
export const OrganizationName = UserName

/** An owner of an app: a user by name, or an organization as `@name`. */
export type Owner = { kind: 'user' | 'organization'; name: string }

/** Parses an owner; `undefined` if the text is not a valid name. */
export function parseOwner(text: string): Owner | undefined {
  const name = text.startsWith('@') ? text.slice(1) : text
  if (!UserName.safeParse(name).success) return undefined
  return { kind: text === name ? 'user' : 'organization', name }
}
