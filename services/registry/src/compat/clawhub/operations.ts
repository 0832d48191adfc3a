import * as z from 'zod'
import { operation } from '../../http/operation.ts'
import { queryText } from '../../http/query-parameters.ts'
import { countUpTo } from '../compat-query.ts'
import {
  Discovery,
  FingerprintAnswer,
  SearchAnswer,
  SkillAnswer,
  SkillList,
  VerifyAnswer,
  VersionAnswer,
  VersionList,
  WhoamiAnswer,
} from './wire.ts'

/** Every operation accepts unknown query parameters, because a client may be newer than these routes. */
const slug = queryText(100)
const ownerHandle = queryText(100).optional()
const version = queryText(100).optional()
const versionTag = queryText(40).optional()
const cursor = queryText(1000).optional()

/** An error is one sentence, which the client prints. */
const errors = { type: 'text/plain; charset=utf-8' }

function describe<Query extends z.ZodType>(
  id: string,
  summary: string,
  { query, schema }: { query: Query; schema: z.ZodType },
) {
  return operation({
    id: `clawhub${id}`,
    summary,
    tag: 'compatibility',
    query,
    answers: { 200: { description: summary, schema } },
    errors,
  })
}

const discovery = describe('Discovery', 'Where the API is', { query: z.object({}), schema: Discovery })

const search = describe('Search', 'Find skills, best first', {
  query: z.object({ q: queryText(200), limit: countUpTo(100, 25), mode: z.literal('exact').optional() }),
  schema: SearchAnswer,
})

/** Maps the client's sort orders to ours; downloads are the only statistic here. */
const sorts = {
  createdAt: 'created',
  stars: 'downloads',
  downloads: 'downloads',
  installs: 'downloads',
  trending: 'downloads',
  updated: 'updated',
} as const

const list = describe('ListSkills', 'List skills, a page at a time', {
  query: z.object({
    limit: countUpTo(200, 25),
    sort: z
      .enum(['createdAt', 'stars', 'downloads', 'installs', 'trending', 'updated'])
      .default('updated')
      .transform((sort) => sorts[sort]),
    prefix: queryText(100).optional(),
    cursor,
  }),
  schema: SkillList,
})

const skill = describe('GetSkill', 'A skill', {
  query: z.object({ ownerHandle }),
  schema: SkillAnswer,
})

const versions = describe('ListVersions', 'Versions of a skill, the newest first', {
  query: z.object({ limit: countUpTo(200, 25), cursor, ownerHandle }),
  schema: VersionList,
})

const oneVersion = describe('GetVersion', 'A version of a skill with its files', {
  query: z.object({ ownerHandle }),
  schema: VersionAnswer,
})

const verify = describe('Verify', 'What is known of where a version comes from', {
  query: z.object({ version, tag: versionTag, ownerHandle }),
  schema: VerifyAnswer,
})

const resolve = describe('Resolve', 'Which version files on disk are', {
  query: z.object({
    slug,
    hash: z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 lower case hexadecimal digits'),
    ownerHandle,
  }),
  schema: FingerprintAnswer,
})

const file = operation({
  id: 'clawhubGetFile',
  summary: 'A file of a skill',
  tag: 'compatibility',
  query: z.object({ path: queryText(300), version, tag: versionTag, ownerHandle }),
  answers: { 200: { description: 'The file', type: 'text/markdown; charset=utf-8' } },
  errors,
})

const download = operation({
  id: 'clawhubDownload',
  summary: 'A skill as a zip',
  tag: 'compatibility',
  query: z.object({ slug, version, tag: versionTag, ownerHandle }),
  answers: { 200: { description: 'Zip, always the same bytes', type: 'application/zip' } },
  errors,
})

const whoami = operation({
  id: 'clawhubWhoami',
  summary: 'Whose token it is',
  tag: 'compatibility',
  token: true,
  query: z.object({}),
  answers: { 200: { description: 'The user', schema: WhoamiAnswer } },
  errors,
})

/** The operations that the clawhub CLI calls. */
export const clawhubOperations = {
  discovery,
  search,
  list,
  skill,
  versions,
  oneVersion,
  verify,
  resolve,
  file,
  download,
  whoami,
} as const
