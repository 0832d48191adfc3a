import type { Effect } from '@cli-apps/core'

export type Decision = 'allow' | 'ask' | 'deny'

/** What is to happen with calls of each effect. */
export type EffectPolicy = Readonly<Record<Effect, Decision>>

/** `default` asks before what destroys; `strict` also before what nobody knows the effect of. */
export const effectPolicies = {
  default: { read: 'allow', write: 'allow', unknown: 'allow', destructive: 'ask' },
  strict: { read: 'allow', write: 'allow', unknown: 'ask', destructive: 'ask' },
} as const satisfies Record<string, EffectPolicy>

/** A policy by its name, or the default one with some effects decided otherwise. */
export type EffectPolicySetting = keyof typeof effectPolicies | Partial<EffectPolicy>

export const effectPolicy = (setting: EffectPolicySetting = 'default'): EffectPolicy =>
  typeof setting === 'string' ? effectPolicies[setting] : { ...effectPolicies.default, ...setting }
