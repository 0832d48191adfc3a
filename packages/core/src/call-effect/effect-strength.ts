import type { Effect } from '../manifest/effect/effect.ts'

/** How much a person should be asked about a call of an effect; more is stronger. */
export const effectStrength: Readonly<Record<Effect, number>> = {
  read: 0,
  unknown: 1,
  write: 2,
  destructive: 3,
}
