import * as z from 'zod'
import type { Advisory } from './advisory.ts'
import { askDatabase } from './ask-database.ts'
import type { OsvQuestion } from './osv-question.ts'
import { advisoryOfOsv, OsvRecord } from './osv-record.ts'

/** Response of `POST /v1/querybatch` (google.github.io/osv.dev/post-v1-querybatch). */
const BatchAnswer = z.object({
  results: z.array(
    z.looseObject({
      vulns: z.array(z.looseObject({ id: z.string() })).nullish(),
      next_page_token: z.string().nullish(),
    }),
  ),
})

/** Maximum number of queries per request. */
const batchSize = 1000
/** Number of records to request in parallel. */
const parallel = 8

/**
 * Returns advisories of packages from the OSV API at `base` (with a trailing slash), which matches versions itself.
 * Sends names and versions. Throws like `askDatabase`.
 */
export async function askOsv(
  questions: readonly OsvQuestion[],
  { base, signal }: { base: string; signal: AbortSignal },
): Promise<Advisory[]> {
  const hits: { question: OsvQuestion; id: string }[] = []
  let open = questions.map((question) => ({ question, page: undefined as string | undefined }))
  while (open.length > 0) {
    const batch = open.slice(0, batchSize)
    const queries = batch.map(({ question: { ecosystem, name, version }, page }) => ({
      package: { ecosystem, name },
      version,
      ...(page !== undefined && { page_token: page }),
    }))
    const url = `${base}v1/querybatch`
    const { results } = await askDatabase(url, { body: { queries }, answer: BatchAnswer, signal })
    const more = batch.flatMap(({ question }, index) => {
      for (const { id } of results[index]?.vulns ?? []) hits.push({ question, id })
      const page = results[index]?.next_page_token
      return page ? [{ question, page }] : []
    })
    open = [...more, ...open.slice(batchSize)]
  }
  const records = await readRecords(new Set(hits.map(({ id }) => id)), { base, signal })
  return hits.flatMap(({ question, id }) => {
    const record = records.get(id)
    return record === undefined || record.withdrawn ? [] : [advisoryOfOsv(record, question.locked, question)]
  })
}

async function readRecords(
  ids: ReadonlySet<string>,
  { base, signal }: { base: string; signal: AbortSignal },
): Promise<Map<string, OsvRecord>> {
  const records = new Map<string, OsvRecord>()
  const waiting = [...ids]
  const work = async (): Promise<void> => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const url = `${base}v1/vulns/${encodeURIComponent(id)}`
      records.set(id, await askDatabase(url, { answer: OsvRecord, signal }))
    }
  }
  await Promise.all(Array.from({ length: Math.min(parallel, waiting.length) }, work))
  return records
}
