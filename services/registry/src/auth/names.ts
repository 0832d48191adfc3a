import * as z from 'zod'

/** Name of a person or a robot that owns apps. */
export const UserName = z
  .string()
  .max(64, 'must have at most 64 characters')
  .regex(/^[a-z0-9]+([._-][a-z0-9]+)*$/, 'must be lowercase letters and digits, joined by single . _ or -')

/** Name of an organisation, without the `@` that it is shown with. */
export const OrganisationName = UserName

/** Who owns an app: a user by name, or an organisation as `@name`. */
export type Owner = { kind: 'user' | 'organisation'; name: string }

/** The owner that a text names; `undefined` for what can be no name. */
export function parseOwner(text: string): Owner | undefined {
  const name = text.startsWith('@') ? text.slice(1) : text
  if (!UserName.safeParse(name).success) return undefined
  return { kind: text === name ? 'user' : 'organisation', name }
}
