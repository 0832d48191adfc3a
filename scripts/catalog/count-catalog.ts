import { type ProvingRecipe, provingRecipes } from '@cli-apps/core'
import type { CatalogEntry } from './entries.ts'
import type { VerificationLog } from './verification-log.ts'

export interface CatalogCounts {
  entries: number
  /** Entries that only tell people how to get the program. */
  bundled: number
  /** Installed, tested, documented and removed in their current form. */
  proven: number
  /** Proven by a test in which the app does what it is for. */
  working: number
  failed: number
  impossible: number
  /** Never verified in their current form. */
  unverified: number
}

/** Counts the catalog and its verification runs; a run of an earlier form of an entry does not count. */
export function countCatalog(
  entries: readonly CatalogEntry[],
  { verifications }: VerificationLog,
): CatalogCounts {
  const outcomes = new Map(verifications.map(({ name, digest, outcome }) => [`${name} ${digest}`, outcome]))
  const of = (expected: string | undefined): CatalogEntry[] =>
    entries.filter(({ name, digest }) => outcomes.get(`${name} ${digest}`) === expected)
  const proven = of('proven')
  return {
    entries: entries.length,
    bundled: entries.filter(isBundled).length,
    proven: proven.length,
    working: proven.filter(({ manifest }) => provingRecipes(manifest).some(usesApp)).length,
    failed: of('failed').length,
    impossible: of('impossible').length,
    unverified: of(undefined).length,
  }
}

export const isBundled = ({ manifest }: CatalogEntry): boolean =>
  manifest.install.every(({ method }) => method === 'bundled')

const asksOnly = /^(?:--?)?(?:version|help|v|h|\?|about|info)$/i

/** Whether a recipe gives the app input or has it write a file, beyond asking for its version or help. */
export const usesApp = ({
  call: { args, stdin },
  files,
  expect,
}: Pick<ProvingRecipe, 'call' | 'files' | 'expect'>): boolean =>
  Object.keys(files ?? {}).length > 0 ||
  stdin !== undefined ||
  expect.file !== undefined ||
  (expect.stdout_contains !== undefined && args.length > 0 && !args.some((word) => asksOnly.test(word)))
