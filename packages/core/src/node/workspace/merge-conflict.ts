import { InvalidError, isAppError } from '../../errors/errors.ts'
import { t } from '../../messages/t.ts'
import { readText } from '../files.ts'

interface ConflictedFile {
  file: string
  /** What it is, for the error: "The lockfile". */
  what: string
  /** Code of the error, such as `lockfile.conflict`. */
  code: string
  /** How to settle the merge. */
  repair: string
}

/**
 * Reads a file that lives in version control. Where it cannot be read because a merge left its marks in it, the error
 * names the lines of the conflicts instead of the comma that JSON misses there.
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

/** Numbers of the lines at which the conflicts of a text begin. */
export const conflictLines = (text: string): number[] =>
  /^=======\r?$/m.test(text) && /^>>>>>>> /m.test(text)
    ? text.split('\n').flatMap((line, index) => (line.startsWith('<<<<<<< ') ? [index + 1] : []))
    : []
