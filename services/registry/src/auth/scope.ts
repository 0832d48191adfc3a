import { AppName, UsageError } from '@cli-apps/core'
import * as z from 'zod'

/** What a token may do: publish one app, publish any app its user owns, or everything. */
export const Scope = z.union([
  z.literal('admin'),
  z
    .string()
    .refine(
      (text) =>
        text === 'publish:*' || (text.startsWith('publish:') && AppName.safeParse(text.slice(8)).success),
      'must be admin, publish:* or publish:<app name>',
    ),
])
export type Scope = z.infer<typeof Scope>

/** Name of a person or a robot that owns apps. */
export const UserName = z
  .string()
  .max(64, 'must have at most 64 characters')
  .regex(/^[a-z0-9]+([._-][a-z0-9]+)*$/, 'must be lower case letters and digits, joined by single . _ or -')

export function parseScopes(texts: readonly string[]): Scope[] {
  return texts.map((text) => {
    const parsed = Scope.safeParse(text)
    if (parsed.success) return parsed.data
    throw new UsageError('token.bad-scope', `${JSON.stringify(text)} is not a scope.`, {
      hint: 'Scopes are publish:<app name>, publish:* and admin.',
    })
  })
}
