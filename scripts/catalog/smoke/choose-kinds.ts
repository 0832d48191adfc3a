import { type AppManifest, type MethodKind, selectMethod, toolsWanted } from '@cli-apps/core'
import { readHost } from '@cli-apps/core/node'
import semver from 'semver'

/**
 * How this machine can verify an app: method kinds in the order of the manifest, or the reason why none is possible.
 */
export interface Chosen {
  kinds: MethodKind[]
  reason: string | null
}

/** Why a kind of method cannot be verified here, for kinds that cannot; `git` is for builds from a git commit. */
export type Hindrances = Partial<Record<MethodKind | 'git', string>>

/** Method kinds that verification runs can use; other machines must verify the rest. */
const verifiable: readonly MethodKind[] = ['npm', 'pip', 'apt', 'binary', 'cargo', 'go']

/** Chooses the methods that can be verified here, with the reason against each other one. */
export async function chooseKinds(
  { install }: Pick<AppManifest, 'install'>,
  hindrances: Hindrances,
  node = process.versions.node,
): Promise<Chosen> {
  const host = await readHost(toolsWanted(install), process.env)
  const refuse = (method: AppManifest['install'][number]): string | undefined => {
    if ('git' in method && hindrances.git !== undefined) return hindrances.git
    if (method.method === 'npm' && method.node !== undefined && !semver.satisfies(node, method.node))
      return `needs Node ${method.node}, and this is Node ${node}`
    return hindrances[method.method]
  }
  const judged = install.map((method) => selectMethod([method], host, { kinds: verifiable, refuse }))
  const kinds = judged.flatMap(({ method }) => method?.method ?? [])
  if (kinds.length > 0) return { kinds: [...new Set(kinds)], reason: null }
  const reasons = judged
    .flatMap(({ refusals }) => refusals)
    .map(({ method, reason }) => `${method}: ${shown(method, reason)}`)
  return { kinds: [], reason: [...new Set(reasons)].join('; ') }
}

const shown = (kind: MethodKind, reason: string): string =>
  verifiable.includes(kind) ? reason : kind === 'bundled' ? 'comes with another program' : 'not on this host'
