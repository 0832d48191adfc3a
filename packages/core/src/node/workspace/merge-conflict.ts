import { InvalidError, isAppError } from '../../errors/errors.ts'
import { t } from '../../messages/t.ts'
import { readText } from '../files.ts'

interface ConflictedFile {
  file: string
  /** Name of the file in errors: "The lockfile". */
  what: string
  /** Error code, such as `lockfile.conflict`. */
  code: string
  /** How to resolve the conflict. */
  repair: string
}

/**
 * Reads a file under version control. If it cannot be parsed because of merge conflict markers, the error lists their
 * lines instead of a JSON syntax error.
 */
export async function orConflict<Value>(
  read: Promise<Value>,
  { file, what, code, repair }: ConflictedFile,
): Promise<Value> {
  try {
    return await read
  } catch (cause) {
    const lines = isAppError(cause) ? conflictLines((await readText(file).catch(() => undefined)) ?? '') : []
    if (lines.length === 0) throw cause
    throw new InvalidError(
      code,
      t('merge-conflict.holds-merge-conflict-line', '{what} holds a merge conflict: {file}, line {lines}.', {
        what,
        file,
        lines: lines.join(', '),
      }),
      {
        hint: repair,
        cause,
        details: { file, lines },
      },
    )
  }
}

/** Line numbers of the conflicts in a text. */
export const conflictLines = (text: string): number[] =>
  /^=======\r?$/m.test(text) && /^>>>>>>> /m.test(text)
    ? text.split('\n').flatMap((line, index) => (line.startsWith('<<<<<<< ') ? [index + 1] : []))
    : []
