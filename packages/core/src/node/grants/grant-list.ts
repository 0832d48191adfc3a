import path from 'node:path'
import type * as z from 'zod'
import { parseJson } from '../../canonical-json.ts'
import { InvalidError } from '../../errors/errors.ts'
import { t } from '../../messages/t.ts'
import { jsonText } from '../files.ts'
import { acquireLock } from '../lock/file-lock.ts'
import { makePrivateFolder, readPrivateFile, writePrivateFile } from '../private-file.ts'

const exposed = 'grants.exposed'

/** A kind of file with a user's grants to apps. */
export interface GrantList<Entry> {
  schema: z.ZodType<{ apps: Entry[] }>
  /** Its format key. */
  format: Readonly<Record<string, 1>>
  /** How to repair a damaged file. */
  repair: (file: string) => string
}

/**
 * Reads the entries of a list; empty without a file. Throws `ForbiddenError` `grants.exposed` if others can access the
 * file, and `InvalidError` `grants.corrupt`, which reveals none of its content.
 */
export async function readGrantList<Entry>(
  file: string,
  { schema, repair }: GrantList<Entry>,
): Promise<Entry[]> {
  const text = await readPrivateFile(file, exposed)
  if (text === undefined) return []
  const parsed = schema.safeParse(parsedOrUndefined(text, file))
  if (parsed.success) return parsed.data.apps
  throw new InvalidError(
    'grants.corrupt',
    t('grants.corrupt', 'The file of your grants is damaged: {file}', { file }),
    {
      hint: repair(file),
      details: { file },
    },
  )
}

/** Changes a list under a lock. Throws like `readGrantList`. */
export async function changeGrantList<Entry>(
  file: string,
  list: GrantList<Entry>,
  change: (entries: readonly Entry[]) => readonly Entry[] | Promise<readonly Entry[]>,
): Promise<void> {
  const folder = path.dirname(file)
  await makePrivateFolder(folder, exposed)
  await using _lock = await acquireLock(folder, 'lock', {
    wait: 30_000,
    what: t('grant-list.file-your-grants', 'The file of your grants'),
  })
  const apps = await change(await readGrantList(file, list))
  await writePrivateFile(file, jsonText(list.schema.parse({ ...list.format, apps })), exposed)
}

/** The parser's error could quote a secret. */
function parsedOrUndefined(text: string, file: string): unknown {
  try {
    return parseJson(text, file)
  } catch {
    return undefined
  }
}
