import { InvalidError, isAppError, toLine } from '@cli-apps/core'
import { hasMoreLevels } from '../json-levels.ts'
import { coerceJsonTexts } from './schemas/coerce-json-texts.ts'
import type { Checked, ToolInput } from './schemas/input-schema.ts'

/** Enough to correct a call; a list of a thousand issues must not fill the context of the model. */
const mostIssues = 10

/**
 * Parses the arguments of a call with the schema of the tool: an object or its JSON text; no arguments count as `{}`.
 * Where the schema requires another type and finds JSON text of that type, the text is parsed, because models write nested
 * values like this; a valid text stays a text. Throws `InvalidError` `tool.bad-arguments` with the first ten issues.
 */
export function parseArguments(tool: string, input: Pick<ToolInput, 'check'>, given: unknown): unknown {
  const value = typeof given === 'string' ? parseText(tool, given) : (given ?? {})
  requireBounded(tool, value)
  const checked = check(tool, input, value)
  if (checked.ok) return checked.value
  const coerced = coerceJsonTexts(value, checked.texts)
  if (coerced !== undefined) requireBounded(tool, coerced)
  const again = coerced === undefined ? checked : check(tool, input, coerced)
  if (again.ok) return again.value
  throw bad(tool, 'do not fit its schema', {
    issues: checked.issues
      .slice(0, mostIssues)
      .map((issue) => ({ ...issue, path: toLine(issue.path, 200), message: toLine(issue.message, 500) })),
  })
}

/** Values that are not JSON, such as big integers, make checks and the texts of their issues fail. */
function check(tool: string, input: Pick<ToolInput, 'check'>, value: unknown): Checked {
  try {
    return input.check(value)
  } catch (cause) {
    throw isAppError(cause) ? cause : bad(tool, 'cannot be read', { cause })
  }
}

/** What checks and tools read without running out of stack. */
const mostLevels = 200

/** A host may hand over anything: a value inside itself, a property that throws. */
function requireBounded(tool: string, value: unknown): void {
  try {
    if (!hasMoreLevels(value, mostLevels)) return
  } catch (cause) {
    throw bad(tool, 'cannot be read', { cause })
  }
  throw bad(tool, `have more than ${mostLevels} levels, or hold too much`, {})
}

function parseText(tool: string, text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw bad(tool, `are not JSON: ${cause instanceof Error ? toLine(cause.message, 200) : ''}`, { cause })
  }
}

const bad = (
  tool: string,
  what: string,
  more: { issues?: InvalidError['issues']; cause?: unknown },
): InvalidError =>
  new InvalidError('tool.bad-arguments', `The arguments of ${tool} ${what}.`, {
    hint: 'Correct them and call again; nothing was run.',
    ...more,
  })
