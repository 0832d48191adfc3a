import { IndexDocument, type TimestampDocument, timestampPayload } from '@cli-apps/core'
import { digestOf, type SigningKey } from '@cli-apps/core/node'
import type { Queries } from '../db/database.ts'
import type { IndexDocuments } from './index-documents.ts'
import { jsonLine } from './json-line.ts'

interface TimestampOptions {
  indexes: IndexDocuments
  signer: Pick<SigningKey, 'sign'>
  now: () => Date
  /** Validity in days. `null`: never expires; absent: readers apply their own limit. */
  maxAgeDays?: number | null | undefined
}

/** Maximum age of a timestamp before it is signed again. */
const renewMs = 3_600_000

/** Returns a function that renders `/v1/timestamp.json`, signed again for each new index and every hour. */
export function createTimestamp({
  indexes,
  signer,
  now,
  maxAgeDays,
}: TimestampOptions): (db: Queries) => Promise<string> {
  let last: { index: string; at: Date; text: string } | undefined
  return async (db) => {
    const index = await indexes.index(db)
    const at = now()
    if (last?.index === index && at.getTime() - last.at.getTime() < renewMs) return last.text
    const document: TimestampDocument = {
      timestamp: 1,
      serial: IndexDocument.parse(JSON.parse(index)).serial,
      time: at.toISOString(),
      index_digest: digestOf(index),
      ...(maxAgeDays !== undefined && { max_age_days: maxAgeDays }),
      signatures: [],
    }
    const text = jsonLine({ ...document, signatures: [signer.sign(timestampPayload({ ...document }))] })
    last = { index, at, text }
    return text
  }
}
