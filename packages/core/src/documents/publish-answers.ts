import * as z from 'zod'
import { Digest } from '../digest.ts'
import { AppName } from '../manifest/app-name.ts'
import { EntryVersion } from '../manifest/versions.ts'
import { shownLine } from '../text.ts'

/** One thing that is wrong with a manifest. */
export const ShownIssue = z.object({
  path: shownLine(400),
  message: shownLine(1000),
  rule: shownLine(100).optional(),
  hint: shownLine(1000).optional(),
})

/** Answer to `PUT /v1/apps/{name}/{version}`, 202: nobody gets the version before the operator approves it. */
export const HeldReceipt = z.object({
  name: AppName,
  version: EntryVersion,
  digest: Digest,
  status: z.literal('held'),
  reasons: z.array(ShownIssue),
})
export type HeldReceipt = z.infer<typeof HeldReceipt>

/** A version that waits for the operator, or that the operator did not let pass. */
export const HeldVersion = z.object({
  name: AppName,
  version: EntryVersion,
  digest: Digest,
  status: z.enum(['held', 'rejected']),
  reasons: z.array(ShownIssue),
  held_at: shownLine(40).describe('ISO 8601, UTC'),
  held_by: shownLine(100),
  decision: shownLine(500).nullable().describe('What the operator said of a rejected version'),
})
export type HeldVersion = z.infer<typeof HeldVersion>

/** Answer to `GET /v1/held?app=`: what the user of the token published, or may publish, and waits; all of it for operators. */
export const HeldVersions = z.object({ items: z.array(HeldVersion) })
export type HeldVersions = z.infer<typeof HeldVersions>

/** Answer to `PUT /v1/apps/{name}/{version}`: 201 when stored, 200 when the same content was there already. */
export const PublishReceipt = z.object({
  name: AppName,
  version: EntryVersion,
  digest: Digest,
  url: shownLine(2000),
})
export type PublishReceipt = z.infer<typeof PublishReceipt>

/** Answer to `POST /v1/validate`: what publishing the manifest would say. */
export const ManifestVerdict = z.object({
  valid: z.boolean(),
  issues: z.array(ShownIssue),
  held: z
    .array(ShownIssue)
    .default([])
    .describe('What the operator has to look at before the version is published; other registries give none'),
  notes: z.array(shownLine(1000)).default([]).describe('What is allowed and yet may be a mistake'),
})
export type ManifestVerdict = z.infer<typeof ManifestVerdict>
