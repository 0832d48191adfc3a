import type { Ecosystem, LockedPackage } from './locked-packages.ts'

/** From harmless to critical, as npm and GitHub name them. */
export const severities = ['low', 'moderate', 'high', 'critical'] as const
export type Severity = (typeof severities)[number]

/** A known vulnerability of a locked package. */
export interface Advisory {
  /** Such as `GHSA-…`, `CVE-…` or `DSA-…`. */
  id: string
  aliases: string[]
  /** Null if the database has none; such an advisory counts at every `--level`. */
  severity: Severity | null
  title: string
  url: string
  /** Versions in which it is fixed; empty if unknown. */
  fixed: string[]
  ecosystem: Ecosystem
  package: string
  version: string
  apps: string[]
}

/** Parses any of the words that databases use for a severity. */
export function parseSeverity(word: unknown): Severity | null {
  const text = typeof word === 'string' ? word.toLowerCase() : ''
  if (text === 'medium') return 'moderate'
  return severities.find((severity) => severity === text) ?? null
}

export const isAtLeast = (severity: Severity | null, level: Severity): boolean =>
  severity === null || severities.indexOf(severity) >= severities.indexOf(level)

export const affected = ({
  ecosystem,
  name,
  version,
  apps,
}: LockedPackage): Pick<Advisory, 'ecosystem' | 'package' | 'version' | 'apps'> => ({
  ecosystem,
  package: name,
  version,
  apps,
})
