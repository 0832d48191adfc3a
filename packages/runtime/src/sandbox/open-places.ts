import { closeSync, fstatSync } from 'node:fs'
import path from 'node:path'
import { UnsupportedError } from '@cli-apps/core'
import { openBeneath, openFolder, type SandboxPolicy } from '@cli-apps/core/node'
import type { WorkspaceRules } from './confinement.ts'

/** A policy with what it shows of the workspace. */
export interface OpenPlaces extends Disposable {
  policy: SandboxPolicy
  /** What is open, by its path. */
  descriptors: ReadonlyMap<string, number>
}

/** The policy with the places of the workspace, by their paths alone. */
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

/**
 * Opens the workspace and what is shown of it, without following a link: what is mounted is what is open, whatever another program
 * puts in its place meanwhile. What is gone is left out. Throws `UnsupportedError` `sandbox.workspace-moved`.
 */
export function openPlaces(
  policy: SandboxPolicy,
  rules: WorkspaceRules,
  isProtected: readonly string[],
): OpenPlaces {
  const descriptors = new Map<string, number>()
  const close = (): void => {
    for (const descriptor of descriptors.values()) closeSync(descriptor)
  }
  try {
    const top = openTop(rules)
    descriptors.set(rules.root, top)
    const open = (places: readonly string[]): string[] =>
      places.filter((place) => {
        const at = path.join(rules.root, place)
        const descriptor = descriptors.get(at) ?? openBeneath(top, place)
        if (descriptor !== undefined) descriptors.set(at, descriptor)
        return descriptor !== undefined
      })
    const there = { ...rules, readable: open(rules.readable), writable: open(rules.writable) }
    return { policy: withPlaces(policy, there, open(isProtected)), descriptors, [Symbol.dispose]: close }
  } catch (error) {
    close()
    throw error
  }
}

function openTop({ root, rootId }: WorkspaceRules): number {
  const top = openFolder(root)
  const { dev, ino } = fstatSync(top)
  if (`${dev}:${ino}` === rootId) return top
  closeSync(top)
  throw new UnsupportedError('sandbox.workspace-moved', `${root} is not the folder that it was.`, {
    hint: 'Look what moved it, and start the agent again.',
  })
}
