import { debianArchitecture, type InstallMethod, type MethodKind, Platform, t } from '@cli-apps/core'
import { repositoryName } from '../../strategies/repository-name.ts'
import type { Allowances } from '../../strategies/strategy.ts'
import type { InstallPlan } from '../install-plan.ts'

/** What a person confirms with a method, beyond that the app is installed. */
export interface MethodNeeds {
  isRoot: boolean
  /** The package registry that decides what is delivered; none for downloads whose digests the manifest holds. */
  registry: string | undefined
  /** Options that allow third-party code by name, and were not given. */
  permissions: readonly string[]
  /** Bytes to download, as far as they are known. */
  bytes: number
}

/** Downloads of more bytes are confirmed each. */
export const largeDownload = 100_000_000

const registries = (): Partial<Record<MethodKind, string>> => ({
  npm: t('method-needs.npm', 'the npm registry'),
  pip: t('method-needs.pip', 'the Python package index'),
  cargo: t('method-needs.cargo', 'the crate registry'),
  go: t('method-needs.go', 'the Go module proxy'),
  apt: t('method-needs.apt', 'the Debian archive'),
  brew: 'Homebrew',
  winget: 'winget',
  scoop: 'scoop',
})

/** Returns what a planned install needs. A program that is here already needs nothing. */
export function needsOf({ method, steps, permissions, size }: InstallPlan): MethodNeeds {
  return {
    isRoot: steps.some((step) => step.step === 'run' && step.asRoot === true),
    registry: steps.length === 0 ? undefined : registries()[method.method],
    permissions: permissions.flatMap(({ granted, option }) => (granted ? [] : [option])),
    bytes: steps.length === 0 ? 0 : (size?.bytes ?? 0),
  }
}

/** Returns what a method will need as far as its manifest shows, before it is planned. */
export const expectedNeeds = (
  method: InstallMethod,
  { platform, allowed }: { platform: string; allowed: Allowances },
): MethodNeeds => ({
  isRoot: method.method === 'apt',
  registry: registries()[method.method],
  permissions: expectedPermissions(method, allowed),
  bytes: expectedBytes(method, Platform.parse(platform)),
})

function expectedPermissions(method: InstallMethod, { scripts, builds }: Allowances): string[] {
  const missing = (option: string, names: readonly string[], allowed: readonly string[]): string[] =>
    names.length === 0 || names.every((name) => allowed.includes(name))
      ? []
      : [`${option} ${names.join(',')}`]
  if (method.method === 'npm') return missing('--allow-scripts', method.scripts ?? [], scripts)
  if (method.method === 'cargo' && 'crate' in method) return missing('--allow-builds', [method.crate], builds)
  return 'git' in method ? missing('--allow-builds', [repositoryName(method.git)], builds) : []
}

function expectedBytes(method: InstallMethod, platform: Platform): number {
  if (method.method === 'binary') return method.platforms[platform]?.size ?? 0
  if (method.method !== 'debian') return 0
  const architecture = debianArchitecture(platform)
  return (architecture && method.architectures[architecture]?.size) ?? 0
}

/** One thing that a method needs and that was not confirmed. */
export interface ExtraNeed {
  code: 'consent.root' | 'consent.permission' | 'consent.registry' | 'consent.download'
  text: string
}

/** Returns what `needs` goes beyond `confirmed`, in a few words each. */
export function extraNeeds(needs: MethodNeeds, confirmed: MethodNeeds): ExtraNeed[] {
  const { isRoot, registry, permissions, bytes } = needs
  const added = permissions.filter((option) => !confirmed.permissions.includes(option))
  return [
    ...(isRoot && !confirmed.isRoot
      ? [{ code: 'consent.root' as const, text: t('method-needs.root', 'root') }]
      : []),
    ...added.map((option) => ({ code: 'consent.permission' as const, text: option })),
    ...(registry !== undefined && registry !== confirmed.registry
      ? [
          {
            code: 'consent.registry' as const,
            text: t('method-needs.registry', 'packages from {registry}', { registry }),
          },
        ]
      : []),
    ...(bytes > largeDownload && bytes > confirmed.bytes
      ? [
          {
            code: 'consent.download' as const,
            text: t('method-needs.download', 'a download of {size} MB', { size: (bytes / 1e6).toFixed(1) }),
          },
        ]
      : []),
  ]
}

/** Everything that is confirmed once `added` is confirmed too. */
export const joinedNeeds = (confirmed: MethodNeeds, added: MethodNeeds): MethodNeeds => ({
  isRoot: confirmed.isRoot || added.isRoot,
  registry: added.registry ?? confirmed.registry,
  permissions: [...confirmed.permissions, ...added.permissions],
  bytes: Math.max(confirmed.bytes, added.bytes),
})
