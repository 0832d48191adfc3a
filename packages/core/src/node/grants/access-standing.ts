import { t } from '../../messages/t.ts'
import type { AccessItem } from '../../workspace/access-item.ts'
import type { HeldAccess } from './access-file.ts'
import { accessFault, deviceFault, expandHome, realPlace } from './access-place.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Whether something that an app declares is granted, and what it leads to. */
export interface AccessStanding {
  item: AccessItem
  isGranted: boolean
  /** What the grant allows: `read` where it was granted before the app declared to write. */
  mode: AccessItem['mode']
  /** The path as it was declared, without the tilde, and the real one now. */
  path?: string
  place?: string
  /** Why a grant does not apply. */
  reason?: string
}

interface StandingOptions {
  environment: Environment
  /** The workspace. */
  root: string
}

/** Compares what an app declares with what is granted to it; what it does not declare is left out. */
export const accessStanding = (
  items: readonly AccessItem[],
  held: HeldAccess,
  options: StandingOptions,
): AccessStanding[] => items.map((item) => standingOf(item, held, options))

function standingOf(item: AccessItem, held: HeldAccess, options: StandingOptions): AccessStanding {
  const { kind, name, mode } = item
  if (kind === 'place') return { item, isGranted: held.places.includes(name), mode }
  const grant = held.access.find((one) => one.name === name)
  const granted = { isGranted: grant !== undefined, mode: grant?.mode === 'read' ? grant.mode : mode }
  if (item.path === undefined) return { item, ...granted }
  const path = expandHome(item.path, options.environment)
  const place = realPlace(path)
  const known = { item, ...granted, path, place }
  if (grant === undefined) return known
  const reason = whyNot(item, { place, leadsTo: grant.leads_to }, options)
  return reason === undefined ? known : { ...known, isGranted: false, reason }
}

/** A link may have been put in the place of what was granted. */
function whyNot(
  { kind }: AccessItem,
  { place, leadsTo }: { place: string; leadsTo: string | undefined },
  options: StandingOptions,
): string | undefined {
  const fault = kind === 'device' ? deviceFault(place) : accessFault(place, options)
  if (fault !== undefined) return fault
  if (leadsTo === place) return undefined
  return t('access-standing.moved', 'it leads to {place} now, and was granted for {before}', {
    place,
    before: leadsTo ?? '-',
  })
}
