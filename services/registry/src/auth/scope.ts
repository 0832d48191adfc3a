import { AppName, UsageError } from '@cli-apps/core'
import * as z from 'zod'

/** What may be done to an app: publish and tag versions, yank them, manage owners. */
export const AppAction = z.enum(['publish', 'yank', 'owners'])
export type AppAction = z.infer<typeof AppAction>

/** An app's name, `<prefix>-*` for all names with this prefix, or `*` for every name. */
const isTarget = (text: string): boolean =>
  text === '*' || AppName.safeParse(text.endsWith('-*') ? text.slice(0, -2) : text).success

/**
 * What a token may do: `admin` allows everything; otherwise one action on those apps of the target that its user owns.
 */
export const Scope = z.string().refine((text) => {
  const { action, target } = partsOf(text)
  return text === 'admin' || (AppAction.safeParse(action).success && isTarget(target))
}, 'must be admin, or publish:, yank: or owners: and an app name, <prefix>-* or *')
export type Scope = z.infer<typeof Scope>

/** What a person may do who signed in with an identity: everything to one's own apps, and nothing of an operator. */
export const signInScopes: readonly Scope[] = ['publish:*', 'yank:*', 'owners:*']

/** Whether one of the scopes allows the action on an app, or on every app that a target covers. */
export const covers = (scopes: readonly Scope[], action: AppAction, target: string): boolean =>
  scopes.some((scope) => {
    const held = partsOf(scope)
    return scope === 'admin' || (held.action === action && includes(held.target, target))
  })

/** Whether these scopes allow everything that the other scope allows. */
export function coversScope(scopes: readonly Scope[], other: Scope): boolean {
  if (scopes.includes('admin')) return true
  const { action, target } = partsOf(other)
  return other !== 'admin' && covers(scopes, AppAction.parse(action), target)
}

const includes = (held: string, requested: string): boolean =>
  held === '*' || held === requested || (held.endsWith('-*') && requested.startsWith(held.slice(0, -1)))

function partsOf(scope: string): { action: string; target: string } {
  const colon = scope.indexOf(':')
  return { action: scope.slice(0, Math.max(colon, 0)), target: scope.slice(colon + 1) }
}

export function parseScopes(texts: readonly string[]): Scope[] {
  return texts.map((text) => {
    const parsed = Scope.safeParse(text)
    if (parsed.success) return parsed.data
    throw new UsageError('token.bad-scope', `${JSON.stringify(text)} is not a valid scope.`, {
      hint: 'Scopes are admin, and publish:, yank: or owners: followed by an app name, <prefix>-* or *.',
    })
  })
}
