import { debianArchitecture } from '../manifest/debian/debian-architecture.ts'
import type { InstallMethod, MethodKind } from '../manifest/install-method.ts'
import { type Host, matchesPlatform, Platform, type PlatformConstraint } from '../manifest/platform.ts'
import { toolsOf } from '../manifest/select-method.ts'
import { t } from '../messages/t.ts'
import type { MethodHint } from './found-app.ts'

/** Whether an app can run on a machine, in one word, with what decides it. */
export interface Availability {
  state: 'installed' | 'installable' | 'needs-root' | 'unavailable'
  /** The method that would install it. */
  method?: MethodKind | undefined
  /** Why it is not available. */
  reason?: string | undefined
}

export const methodHints = (methods: readonly InstallMethod[]): MethodHint[] => methods.map(methodHint)

function methodHint(method: InstallMethod): MethodHint {
  const { method: kind } = method
  if (method.method === 'debian') {
    const platforms = Platform.options.filter((platform) => {
      const architecture = debianArchitecture(platform)
      return architecture !== undefined && method.architectures[architecture] !== undefined
    })
    return { method: kind, platforms }
  }
  if (method.method === 'binary')
    return { method: kind, platforms: Platform.options.filter((one) => method.platforms[one] !== undefined) }
  return {
    method: kind,
    ...(method.platforms && { platforms: [...method.platforms] }),
    ...('detect' in method && { program: method.detect }),
  }
}

/** Every program that `availabilityOf` may look for. */
export const toolsHinted = (hints: readonly MethodHint[]): string[] => [...new Set(hints.flatMap(toolsFor))]

const toolsFor = ({ method, program }: MethodHint): readonly string[] =>
  program === undefined ? toolsOf[method] : [program]

/** The systems that package managers exist for. */
const systemsOf: Partial<Record<MethodKind, readonly PlatformConstraint[]>> = {
  apt: ['linux'],
  brew: ['darwin', 'linux'],
  winget: ['windows'],
  scoop: ['windows'],
}

/** The methods that change the system for all users. */
export const rootMethods: ReadonlySet<MethodKind> = new Set(['apt'])

/** Whether an app with these methods can be installed on a host. Reads nothing: what a plan finds may still be in the way. */
export function availabilityOf(
  hints: readonly MethodHint[],
  { platform, tools, isRoot }: Host & { isRoot: boolean },
): Availability {
  const here = hints.filter(
    ({ method, platforms = systemsOf[method] }) =>
      platforms?.some((one) => matchesPlatform(one, platform)) ?? true,
  )
  const fitting = here.filter((hint) => {
    const needed = toolsFor(hint)
    return needed.length === 0 || needed.some((tool) => tools.includes(tool))
  })
  const [free] = fitting.filter(({ method }) => isRoot || !rootMethods.has(method))
  if (free !== undefined) return { state: 'installable', method: free.method }
  const [first] = fitting
  if (first !== undefined) return { state: 'needs-root', method: first.method }
  return { state: 'unavailable', reason: here.length === 0 ? notFor(hints, platform) : missingTools(here) }
}

function notFor(hints: readonly MethodHint[], platform: Platform): string {
  const systems = new Set(
    hints.flatMap(({ method, platforms = systemsOf[method] ?? [] }) =>
      platforms.map((one) => one.split('-')[0]),
    ),
  )
  return systems.size === 0
    ? t('availability.no-method', 'no install method')
    : t('availability.other-system', 'only for {systems}, and this machine is {platform}', {
        systems: [...systems].join(', '),
        platform,
      })
}

const missingTools = (hints: readonly MethodHint[]): string =>
  t('availability.missing-tools', 'it needs {tools}', {
    tools: [...new Set(hints.flatMap((hint) => toolsFor(hint).slice(0, 1)))].join(', '),
  })
