import { closeSync, fstatSync } from 'node:fs'
import path from 'node:path'
import { t, UnsupportedError } from '@cli-apps/core'
import { type FoundPlace, idOf, openBeneath, openFolder, type SandboxPolicy } from '@cli-apps/core/node'
import type { AccessBind, WorkspaceRules } from './confinement.ts'

/** A policy with the workspace paths to mount. */
export interface OpenPlaces extends Disposable {
  policy: SandboxPolicy
  /** File descriptors by path. */
  descriptors: ReadonlyMap<string, number>
}

/** Adds the workspace paths to a policy, without opening them. */
export function withPlaces(
  policy: SandboxPolicy,
  { root, readable, writable }: WorkspaceRules,
  isProtected: readonly string[],
): SandboxPolicy {
  const at = (place: string): string => path.join(root, place)
  return {
    ...policy,
    readable: [...policy.readable, ...isProtected.map(at), ...readable.map(at)],
    writable: [...policy.writable, ...writable.map(at)],
  }
}

/** Each mount makes bubblewrap check all the others: 200 take 0.1 s, 1,500 take 9 s. */
const mostMounts = 200

/**
 * Replaces too many paths by their parent folders, which then become read-only as a whole; the root of the workspace
 * stays writable.
 */
export function coarsened(places: readonly string[]): string[] {
  const unique = [...new Set(places)]
  const deepest = Math.max(0, ...unique.map(depthOf))
  if (unique.length <= mostMounts || deepest <= 1) return unique
  return coarsened(unique.map((place) => (depthOf(place) === deepest ? path.dirname(place) : place)))
}

const depthOf = (place: string): number => place.split(path.sep).length

/**
 * Opens the workspace and its paths to mount without following links, so that what is mounted is what was checked, even
 * if a program replaces it in the meantime. Missing paths of the host's setting are skipped. Returns `undefined` if a
 * protected path has changed since it was found. Throws `UnsupportedError` `sandbox.workspace-moved`.
 */
export function openPlaces(
  policy: SandboxPolicy,
  rules: WorkspaceRules,
  { isProtected, access }: { isProtected: readonly FoundPlace[]; access: readonly AccessBind[] },
): OpenPlaces | undefined {
  const descriptors = new Map<string, number>()
  const close = (): void => {
    for (const descriptor of descriptors.values()) closeSync(descriptor)
  }
  try {
    const top = openTop(rules)
    descriptors.set(rules.root, top)
    const open = (place: string): number | undefined => {
      const at = path.join(rules.root, place)
      const descriptor = descriptors.get(at) ?? openBeneath(top, place)
      if (descriptor !== undefined) descriptors.set(at, descriptor)
      return descriptor
    }
    const isHeld = ({ path: place, id }: FoundPlace): boolean => {
      const descriptor = open(place)
      return descriptor !== undefined && idOf(fstatSync(descriptor)) === id
    }
    if (!isProtected.every(isHeld)) {
      close()
      return undefined
    }
    const mounted = coarsened(isProtected.map((place) => place.path))
    const kept = new Set(mounted.map((place) => path.join(rules.root, place)))
    for (const [at, descriptor] of descriptors) {
      if (at === rules.root || kept.has(at)) continue
      closeSync(descriptor)
      descriptors.delete(at)
    }
    const there = (places: readonly string[]): string[] => places.filter((place) => open(place) !== undefined)
    const own = { ...rules, readable: there(rules.readable), writable: there(rules.writable) }
    const outside = openOutside(access, descriptors)
    return {
      policy: withPlaces(withAccess(policy, outside), own, there(mounted)),
      descriptors,
      [Symbol.dispose]: close,
    }
  } catch (error) {
    close()
    throw error
  }
}

/** Adds to a policy what grants open. */
export const withAccess = (policy: SandboxPolicy, access: readonly AccessBind[]): SandboxPolicy => ({
  ...policy,
  readable: [...policy.readable, ...placesWith('read', access)],
  writable: [...policy.writable, ...placesWith('write', access)],
})

const placesWith = (mode: AccessBind['mode'], access: readonly AccessBind[]): string[] =>
  access.filter((one) => one.mode === mode).map(({ place }) => place)

/** Opens granted paths without following links; what is gone, or a link now, is left out. */
function openOutside(access: readonly AccessBind[], descriptors: Map<string, number>): AccessBind[] {
  if (access.length === 0) return []
  const root = openFolder('/')
  try {
    return access.filter(({ place }) => {
      const descriptor = descriptors.get(place) ?? openBeneath(root, place)
      if (descriptor !== undefined) descriptors.set(place, descriptor)
      return descriptor !== undefined
    })
  } finally {
    closeSync(root)
  }
}

function openTop({ root, rootId }: WorkspaceRules): number {
  const top = openFolder(root)
  const { dev, ino } = fstatSync(top)
  if (`${dev}:${ino}` === rootId) return top
  closeSync(top)
  throw new UnsupportedError(
    'sandbox.workspace-moved',
    t('sandbox.workspace-moved', '{root} is not the folder that it was.', { root }),
    {
      hint: t('sandbox.workspace-moved.hint', 'Find out what moved it, and start the agent again.'),
    },
  )
}
