import type { InstallMethod, MethodKind } from '@cli-apps/core'
import { adopted } from './adopted.ts'
import { apt } from './apt/apt.ts'
import { binary } from './binary.ts'
import { brew } from './brew.ts'
import { bundled } from './bundled.ts'
import { cargo } from './cargo.ts'
import { debian } from './debian.ts'
import { go } from './go.ts'
import { npm } from './npm/npm.ts'
import { pip } from './python/pip.ts'
import { scoop } from './scoop.ts'
import type { Strategy } from './strategy.ts'
import { winget } from './winget.ts'

const strategies = { npm, pip, binary, cargo, go, debian, apt, brew, winget, scoop, bundled, adopted }

/** Kinds of method that this installer supports. */
export const installableKinds = Object.keys(strategies) as (keyof typeof strategies)[]

/** Returns the strategy for a kind of method. */
export function strategyFor(kind: MethodKind): Strategy<InstallMethod> {
  const strategy = (strategies as Partial<Record<MethodKind, unknown>>)[kind]
  if (strategy === undefined) throw new RangeError(`no strategy for ${kind}`)
  // The table pairs each kind with the strategy of that kind, which the type of a mixed table cannot express.
  return strategy as Strategy<InstallMethod>
}
