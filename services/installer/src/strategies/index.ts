import type { InstallMethod, MethodKind } from '@cli-apps/core'
import { apt } from './apt.ts'
import { binary } from './binary.ts'
import { bundled } from './bundled.ts'
import { npm } from './npm.ts'
import { pip } from './pip.ts'
import type { Strategy } from './strategy.ts'

const strategies = { npm, pip, binary, apt, bundled }

/** Kinds of method that this installer can carry out. */
export const installableKinds = Object.keys(strategies) as (keyof typeof strategies)[]

/** The strategy for a kind of method. */
export function strategyFor(kind: MethodKind): Strategy<InstallMethod> {
  const strategy = (strategies as Partial<Record<MethodKind, unknown>>)[kind]
  if (strategy === undefined) throw new RangeError(`no strategy for ${kind}`)
  // The table pairs each kind with the strategy of that very kind, which the type of a mixed table cannot say.
  return strategy as Strategy<InstallMethod>
}
