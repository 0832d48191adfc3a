import * as z from 'zod/mini'
import type { AppName } from '../manifest/app-name.ts'
import { isAppName } from '../manifest/app-name-form.ts'
import { t } from '../messages/t.ts'
import { toLine } from '../to-line.ts'
import { isSkillDocument } from './skill-places.ts'

const shownLine = (max: number) =>
  z.pipe(
    z.string(),
    z.transform((text) => toLine(text, max)),
  )

/** Of the files copied for agents, only the documents that agents look for, sorted. */
const copiedSkills = z.pipe(
  z.record(z.string(), z.unknown()),
  z.transform((files) =>
    Object.keys(files)
      .filter(isSkillDocument)
      .map((file) => toLine(file, 200))
      .sort(),
  ),
)

/**
 * The part of an install record that lists show. Parsing a whole record with its manifest costs a hundred times as
 * much, so the rest is not validated here; `verify` reports damage to it.
 */
export const RecordSummary = z.object({
  record: z.literal(1),
  name: z.custom<AppName>((name) => typeof name === 'string' && isAppName(name), {
    error: () => t('record-summary.name-app', 'must be the name of an app'),
  }),
  version: shownLine(100),
  registry: shownLine(200),
  method: shownLine(40),
  program_version: z.nullable(shownLine(100)),
  package_version: z.optional(shownLine(100)),
  adopted: z.boolean(),
  signature: z.optional(z.object({ key: shownLine(40) })),
  skill: z.object({ path: shownLine(200), copies: z.optional(copiedSkills) }),
  manifest: z.object({
    entry_point: shownLine(100),
    aliases: z.optional(z.array(shownLine(40))),
    summary: shownLine(120),
    i18n: z.optional(z.record(z.string(), z.object({ summary: z.optional(shownLine(120)) }))),
  }),
})
export type RecordSummary = z.infer<typeof RecordSummary>
