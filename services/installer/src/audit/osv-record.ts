import * as z from 'zod'
import { type Advisory, affected, parseSeverity } from './advisory.ts'
import type { LockedPackage } from './locked-packages.ts'

const Specific = z.looseObject({ severity: z.unknown().optional() }).nullish()

const Event = z.looseObject({
  introduced: z.string().optional(),
  fixed: z.string().optional(),
  last_affected: z.string().optional(),
  limit: z.string().optional(),
})

const Affected = z.looseObject({
  package: z.looseObject({ ecosystem: z.string(), name: z.string() }).optional(),
  ranges: z.array(z.looseObject({ type: z.string(), events: z.array(Event).default([]) })).nullish(),
  versions: z.array(z.string()).nullish(),
  database_specific: Specific,
  ecosystem_specific: Specific,
})
type OsvAffected = z.infer<typeof Affected>
export type OsvEvent = z.infer<typeof Event>

/** The part of an OSV record that we use (ossf.github.io/osv-schema, version 1.7). */
export const OsvRecord = z.looseObject({
  id: z.string(),
  aliases: z.array(z.string()).nullish(),
  summary: z.string().nullish(),
  details: z.string().nullish(),
  withdrawn: z.string().nullish(),
  affected: z.array(Affected).nullish(),
  database_specific: Specific,
})
export type OsvRecord = z.infer<typeof OsvRecord>

/** The parts of a record about a package, by the ecosystem's name with or without a release, such as `Debian:12`. */
export const affectedParts = (
  { affected: parts }: OsvRecord,
  { ecosystem, name }: { ecosystem: string; name: string },
): OsvAffected[] =>
  (parts ?? []).filter(
    ({ package: its }) =>
      its?.name === name && (its.ecosystem === ecosystem || ecosystem.startsWith(`${its.ecosystem}:`)),
  )

/**
 * Converts a record to an advisory for a locked package; `asked` is the package's ecosystem and name in the database.
 */
export function advisoryOfOsv(
  record: OsvRecord,
  locked: LockedPackage,
  asked: { ecosystem: string; name: string },
): Advisory {
  const parts = affectedParts(record, asked)
  const words = [record, ...parts].flatMap((part) => [
    part.database_specific?.severity,
    'ecosystem_specific' in part ? (part as OsvAffected).ecosystem_specific?.severity : undefined,
  ])
  const events = parts.flatMap(({ ranges }) =>
    (ranges ?? []).flatMap((range) => (range.type === 'GIT' ? [] : range.events)),
  )
  return {
    id: record.id,
    aliases: record.aliases ?? [],
    severity: words.map(parseSeverity).find((severity) => severity !== null) ?? null,
    title: titleOf(record),
    url: `https://osv.dev/vulnerability/${encodeURIComponent(record.id)}`,
    fixed: [...new Set(events.flatMap(({ fixed }) => fixed ?? []))],
    ...affected(locked),
  }
}

/** Many records of distributions have no summary; the first line of their details is used. */
function titleOf({ id, summary, details }: OsvRecord): string {
  const line = (summary ?? '').trim() || (details ?? '').trim().split('\n')[0] || id
  return line.length > 160 ? `${line.slice(0, 159)}…` : line
}
