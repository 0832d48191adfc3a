import * as z from 'zod'

/*
 * Responses for the clawhub CLI, which validates each one: required keys must be present, even if null. It rejects
 * responses with any license but its own, so none is sent.
 */

const moment = z.number().describe('Milliseconds since 1970')

export const SkillOwner = z.object({
  handle: z.string().nullable(),
  displayName: z.string().nullable(),
  image: z.null(),
})

export const VersionHead = z.object({ version: z.string(), createdAt: moment, changelog: z.string() })
export type VersionHead = z.infer<typeof VersionHead>

export const ListedSkill = z.object({
  slug: z.string(),
  displayName: z.string(),
  summary: z.string().nullable(),
  description: z.string().nullable(),
  topics: z.array(z.string()),
  tags: z.record(z.string(), z.string()).describe('Versions by tag'),
  stats: z.record(z.string(), z.number()),
  createdAt: moment,
  updatedAt: moment,
})
export type ListedSkill = z.infer<typeof ListedSkill>

export const SearchAnswer = z.object({
  results: z.array(
    z.object({
      score: z.number(),
      slug: z.string(),
      displayName: z.string(),
      summary: z.string(),
      version: z.string(),
    }),
  ),
})

export const SkillList = z.object({
  items: z.array(ListedSkill.extend({ latestVersion: VersionHead.optional() })),
  nextCursor: z.string().nullable(),
})

export const SkillAnswer = z.object({
  skill: ListedSkill,
  latestVersion: VersionHead.nullable(),
  owner: SkillOwner.nullable(),
  moderation: z.null(),
})

export const VersionList = z.object({ items: z.array(VersionHead), nextCursor: z.string().nullable() })

export const VersionAnswer = z.object({
  version: VersionHead.extend({
    files: z.array(
      z.object({ path: z.string(), size: z.number(), sha256: z.string(), contentType: z.string() }),
    ),
  }),
  skill: z.object({ slug: z.string(), displayName: z.string() }),
})

const versionOrNull = z.object({ version: z.string() }).nullable()
export const FingerprintAnswer = z.object({ match: versionOrNull, latestVersion: versionOrNull })

export const VerifyAnswer = z.object({
  schema: z.literal('clawhub.skill.verify.v1'),
  ok: z.boolean(),
  decision: z.enum(['pass', 'fail']),
  reasons: z.array(z.string()),
  slug: z.string(),
  displayName: z.string(),
  pageUrl: z.string(),
  publisherHandle: z.string().nullable(),
  publisherDisplayName: z.string().nullable(),
  publisherProfileUrl: z.null(),
  version: z.string(),
  resolvedFrom: z.enum(['latest', 'version', 'tag']),
  tag: z.string().nullable(),
  createdAt: moment,
  card: z.null(),
  artifact: z.object({ sha256: z.string(), fingerprint: z.string() }),
  provenance: z.object({ manifestDigest: z.string() }),
  security: z.null(),
  signature: z.null(),
})

export const WhoamiAnswer = z.object({
  user: z.object({
    handle: z.string(),
    displayName: z.string(),
    image: z.null(),
    role: z.enum(['admin', 'user']),
  }),
})

export const Discovery = z.object({ apiBase: z.string() })
