import path from 'node:path'
import type * as z from 'zod'
import { readJson } from '../files.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { recordFileOf } from './record-file.ts'
import type { RecordSignatures } from './record-signatures.ts'

/** What to read, and how to name it in errors. */
interface SignedRecordOptions<Schema extends z.ZodType> {
  schema: Schema
  signatures: RecordSignatures
  what: string
  repair: string
}

/**
 * Reads a record at a path in the workspace that this user's installer signed; `undefined` without one, and for one of
 * another user or machine. Throws `record.corrupt` for a damaged record.
 */
export async function readSignedRecord<Schema extends z.ZodType>(
  { root }: Workspace,
  file: string,
  { schema, signatures, what, repair }: SignedRecordOptions<Schema>,
): Promise<z.infer<Schema> | undefined> {
  const options = { what, code: 'record.corrupt', repair }
  const found = await readJson(path.join(root, file), recordFileOf(schema), options)
  return found !== undefined && (await signatures.isOwn(found.content)) ? found.record : undefined
}
