import { compare as comparePep440 } from '@renovatebot/pep440'
import semver from 'semver'
import { askManager } from '../strategies/ask-manager.ts'
import type { StrategyHost } from '../strategies/strategy.ts'
import type { OsvQuestion } from './osv-question.ts'
import { affectedParts, type OsvEvent, type OsvRecord } from './osv-record.ts'

/** Comparison result as for sorting; `undefined` if the versions cannot be compared here. */
type Compare = (a: string, b: string) => number | undefined

/**
 * Whether a record of a downloaded database affects this version: by its list of versions, otherwise by its ranges
 * (ossf.github.io/osv-schema, "Evaluation"). Versions that cannot be compared count as affected, so that a person
 * checks them.
 */
export async function osvAffects(
  record: OsvRecord,
  question: OsvQuestion,
  host: StrategyHost,
): Promise<boolean> {
  if (record.withdrawn) return false
  const { version } = question
  for (const { versions, ranges } of affectedParts(record, question)) {
    if (versions?.includes(version)) return true
    for (const { type, events } of ranges ?? []) {
      if (type === 'GIT') continue
      const compare = await comparatorFor(question, [version, ...events.map(boundOf)], host)
      if (isInRange(version, events, compare)) return true
    }
  }
  return false
}

const boundOf = ({ introduced, fixed, last_affected, limit }: OsvEvent): string =>
  introduced ?? fixed ?? last_affected ?? limit ?? '0'

/** Applies the events in order of their versions; the last one that the version has reached decides. */
function isInRange(version: string, events: readonly OsvEvent[], compare: Compare): boolean {
  const bounds = events.map(boundOf).filter((bound) => bound !== '0' && bound !== '*')
  if (bounds.some((bound) => compare(version, bound) === undefined)) return true
  const order = (a: string, b: string): number =>
    a === b ? 0 : a === '0' ? -1 : b === '0' ? 1 : (compare(a, b) ?? 0)
  const limits = events.flatMap(({ limit }) => limit ?? [])
  if (limits.length > 0 && !limits.some((limit) => limit === '*' || order(version, limit) < 0)) return false
  let isAffected = false
  for (const event of [...events].sort((a, b) => order(boundOf(a), boundOf(b)))) {
    const { introduced, fixed, last_affected: last } = event
    if (introduced !== undefined && order(version, introduced) >= 0) isAffected = true
    if (fixed !== undefined && order(version, fixed) >= 0) isAffected = false
    if (last !== undefined && order(version, last) > 0) isAffected = false
  }
  return isAffected
}

async function comparatorFor(
  { ecosystem }: OsvQuestion,
  versions: readonly string[],
  host: StrategyHost,
): Promise<Compare> {
  if (ecosystem.startsWith('Debian')) return debianComparator(versions, host)
  if (ecosystem === 'PyPI') return (a, b) => tryCompare(() => comparePep440(a, b))
  return (a, b) => tryCompare(() => semver.compareBuild(a, b))
}

function tryCompare(compare: () => number): number | undefined {
  try {
    return compare()
  } catch {
    return undefined
  }
}

/** Debian versions are compared by dpkg, which is available wherever Debian packages are queried. */
async function debianComparator(versions: readonly string[], host: StrategyHost): Promise<Compare> {
  const known = new Map<string, number>()
  const all = [...new Set(versions)].filter((version) => version !== '0' && version !== '*')
  for (const a of all)
    for (const b of all)
      if (a !== b) {
        const { exitCode } = await askManager(host, ['dpkg', '--compare-versions', a, 'lt', b])
        known.set(`${a}\n${b}`, exitCode === 0 ? -1 : 1)
      }
  return (a, b) => (a === b ? 0 : known.get(`${a}\n${b}`))
}
