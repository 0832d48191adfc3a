import { type Effect, InvalidError, issuesOf } from '@cli-apps/core'
import * as z from 'zod/mini'

export type Decision = 'allow' | 'ask' | 'deny'

/**
 * Decision for each effect. `judge` asks before calls of unknown effect that may destroy after all (`isSuspect`), and
 * allows the others.
 */
export type EffectPolicy = Readonly<
  Record<Exclude<Effect, 'unknown'>, Decision> & { unknown: Decision | 'judge' }
>

/**
 * `default` asks before destructive or possibly destructive calls; `strict` asks before all calls of unknown effect.
 */
export const effectPolicies = {
  default: { read: 'allow', write: 'allow', unknown: 'judge', destructive: 'ask' },
  strict: { read: 'allow', write: 'allow', unknown: 'ask', destructive: 'ask' },
} as const satisfies Record<string, EffectPolicy>

/** A policy by name, or the default one with some effects overridden. */
export type EffectPolicySetting = keyof typeof effectPolicies | Partial<Readonly<Record<Effect, Decision>>>

const Decided = z.optional(z.enum(['allow', 'ask', 'deny']))
const Setting = z.union([
  z.enum(['default', 'strict']),
  z.strictObject({ read: Decided, write: Decided, destructive: Decided, unknown: Decided }),
])

/** Throws `InvalidError` `effects.bad-setting`, since a typo must not make the policy weaker than intended. */
export function effectPolicy(setting: EffectPolicySetting = 'default'): EffectPolicy {
  const parsed = Setting.safeParse(setting)
  if (!parsed.success) throw badSetting(issuesOf(parsed.error, setting))
  if (typeof parsed.data === 'string') return effectPolicies[parsed.data]
  const { read, write, destructive, unknown } = effectPolicies.default
  const { data } = parsed
  return {
    read: data.read ?? read,
    write: data.write ?? write,
    destructive: data.destructive ?? destructive,
    unknown: data.unknown ?? unknown,
  }
}

const badSetting = (issues: ReturnType<typeof issuesOf>): InvalidError =>
  new InvalidError('effects.bad-setting', 'The effects setting is not valid.', {
    hint: 'Use "default" or "strict", or "allow", "ask" or "deny" for some of read, write, destructive and unknown.',
    issues,
  })
