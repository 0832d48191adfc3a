import { t } from '../messages/t.ts'
import { debianArchitecture } from './debian/debian-architecture.ts'
import type { InstallMethod, MethodKind } from './install-method.ts'
import { type Host, matchesPlatform, type Platform } from './platform.ts'

/** Why one method of a manifest was not chosen. */
export interface Refusal {
  method: MethodKind
  reason: string
}

interface Selection<Method extends InstallMethod = InstallMethod> {
  /** The first method that fits, or `undefined`. */
  method: Method | undefined
  /** The methods after it that fit too, in order; none where only one kind is considered. */
  others: Method[]
  /** A reason for every method before the chosen one, or for all. */
  refusals: Refusal[]
  /** A reason for every method after the chosen one that does not fit. */
  laterRefusals: Refusal[]
}

interface SelectMethodOptions {
  /** Kinds that the caller supports. */
  kinds: readonly MethodKind[]
  /** Considers only this kind. */
  only?: MethodKind | undefined
  /** An additional reason against a method of a supported kind. */
  refuse?: (method: InstallMethod) => string | undefined
}

/** Tools for each kind of method, one of which the host must have. */
export const toolsOf: Record<MethodKind, readonly string[]> = {
  npm: ['npm'],
  pip: ['uv', 'python3', 'python'],
  cargo: ['cargo'],
  go: ['go'],
  binary: [],
  debian: ['bwrap'],
  apt: ['apt-get'],
  brew: ['brew'],
  winget: ['winget'],
  scoop: ['scoop'],
  bundled: [],
  adopted: [],
}

/** Every program that `selectMethod` may look for on a host for these methods. */
export const toolsWanted = (methods: readonly InstallMethod[]): string[] => [
  ...new Set(methods.flatMap(toolsFor)),
]

const toolsFor = (method: InstallMethod): readonly string[] =>
  'detect' in method ? [method.detect] : toolsOf[method.method]

/**
 * Selects the first of a manifest's methods that fits the host, and the others that do. Each refused one has its reason.
 */
export function selectMethod(
  methods: readonly InstallMethod[],
  host: Host,
  { kinds, only, refuse }: SelectMethodOptions,
): Selection {
  const reasonAgainst = (method: InstallMethod): string | undefined =>
    only !== undefined && method.method !== only
      ? t('select-method.only-asked', 'only {only} was asked for', { only })
      : (refuseKind(method.method, kinds) ??
        refusePlatform(method, host.platform) ??
        refuseTools(method, host) ??
        refuse?.(method))
  const fitting: InstallMethod[] = []
  const refusals: Refusal[] = []
  const laterRefusals: Refusal[] = []
  for (const method of methods) {
    const reason = reasonAgainst(method)
    if (reason === undefined) fitting.push(method)
    else (fitting.length === 0 ? refusals : laterRefusals).push({ method: method.method, reason })
  }
  const [method, ...others] = fitting
  return { method, others: only === undefined ? others : [], refusals, laterRefusals }
}

const refuseKind = (kind: MethodKind, kinds: readonly MethodKind[]): string | undefined =>
  kinds.includes(kind)
    ? undefined
    : t('select-method.cli-apps-cannot-install-yet', 'this cli-apps cannot install with {kind} yet', { kind })

function refusePlatform(method: InstallMethod, platform: Platform): string | undefined {
  if (method.method === 'binary') {
    if (method.platforms[platform] !== undefined) return undefined
    return t('select-method.no-download-only', 'no download for {platform}, only for {platforms}', {
      platform,
      platforms: Object.keys(method.platforms).join(', '),
    })
  }
  if (method.method === 'debian') {
    const architecture = debianArchitecture(platform)
    if (architecture !== undefined && method.architectures[architecture] !== undefined) return undefined
    return t(
      'select-method.no-packages',
      'no Debian packages for {platform}, only for Linux on {architectures}',
      {
        platform,
        architectures: Object.keys(method.architectures).join(', '),
      },
    )
  }
  if (method.platforms === undefined || method.platforms.some((one) => matchesPlatform(one, platform)))
    return undefined
  return t('select-method.only-host', 'only for {platforms}, and this host is {platform}', {
    platforms: method.platforms.join(', '),
    platform,
  })
}

function refuseTools(method: InstallMethod, host: Host): string | undefined {
  const requested = toolsFor(method)
  if (requested.length === 0 || requested.some((tool) => host.tools.includes(tool))) return undefined
  const missing =
    requested.length === 1
      ? t('select-method.not-path', '{requested} is not on PATH', { requested: String(requested[0]) })
      : t('select-method.none-path', 'none of {requested} is on PATH', { requested: requested.join(', ') })
  return method.method === 'bundled' ? `${missing}: ${method.instructions}` : missing
}
