import type { SmokeTest } from '@cli-apps/core'
import type { CatalogEntry } from './entries.ts'
import type { TrialLog } from './trial-log.ts'

export interface CatalogCounts {
  entries: number
  /** Entries that offer nothing to install, only how a person gets the program. */
  bundled: number
  /** Installed, tried, described and removed as they stand. */
  proven: number
  /** Proven by a test in which the app does what it is for. */
  working: number
  failed: number
  impossible: number
  /** Never tried as they stand. */
  untried: number
}

/** Totals of the catalogue and of its trials; a trial of an earlier text of an entry counts for nothing. */
export function countCatalog(entries: readonly CatalogEntry[], { trials }: TrialLog): CatalogCounts {
  const outcomes = new Map(trials.map(({ name, digest, outcome }) => [`${name} ${digest}`, outcome]))
  const of = (wanted: string | undefined): CatalogEntry[] =>
    entries.filter(({ name, digest }) => outcomes.get(`${name} ${digest}`) === wanted)
  const proven = of('proven')
  return {
    entries: entries.length,
    bundled: entries.filter(isBundled).length,
    proven: proven.length,
    working: proven.filter(({ manifest }) => (manifest.smoke ?? []).some(usesApp)).length,
    failed: of('failed').length,
    impossible: of('impossible').length,
    untried: of(undefined).length,
  }
}

export const isBundled = ({ manifest }: CatalogEntry): boolean =>
  manifest.install.every(({ method }) => method === 'bundled')

const asksOnly = /^(?:--?)?(?:version|help|v|h|\?|about|info)$/i

/** Does a smoke test give the app something to work on, or have it make a file, rather than ask it about itself? */
export const usesApp = ({ args, files, stdin, expect }: SmokeTest): boolean =>
  Object.keys(files ?? {}).length > 0 ||
  stdin !== undefined ||
  expect.file !== undefined ||
  (expect.stdout_contains !== undefined && args.length > 0 && !args.some((word) => asksOnly.test(word)))
